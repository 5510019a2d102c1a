import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';

/** The one client, with the tables and functions of the database. */
export type Client = SupabaseClient<Database>;

/** What a request for data gets of the client. */
export type Db = Pick<Client, 'from' | 'rpc'>;

/** What a request of the one client answers, as far as endpoints care. */
export interface DbResponse {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SCOPES, type Scope } from '../../functions/_shared/api/operations';
import { backend } from './backend';
import { refusalOf } from './second-factor';
import type { Person, TestAgency } from './test-agency';

/** A key as its owner is told it. */
export interface MadeKey {
  id: string;
  key: string;
}

let made = 0;

/** Makes a key of an agency, with all scopes unless told otherwise. */
export async function makeKey(
  { owner }: Pick<TestAgency, 'owner'>,
  scopes: readonly Scope[] = SCOPES,
  more: { expires_on?: string } = {},
): Promise<MadeKey> {
  made += 1;
  const { data, error } = await owner.api.rpc('create_api_key', {
    name: `Key ${made}`,
    scopes: [...scopes],
    ...more,
  });
  const answer = data as unknown as MadeKey & { success: boolean };
  if (error || !answer.success) throw new Error(JSON.stringify(error ?? data));
  return answer;
}

export const revokeKey = async (owner: Person, id: string): Promise<void> => {
  const answer = await owner.api.rpc('revoke_api_key', { key_id: id });
  if (refusalOf(answer) !== null) throw new Error(JSON.stringify(answer));
};

function never(): never {
  throw new Error('These tests do not use realtime');
}

/** Who speaks to the database for the function `api`. */
export const service = (): SupabaseClient =>
  createClient(backend.apiUrl, backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: never as never },
  });

/** What an operation brings, as the function hands it over. */
export interface ApiInput {
  id?: string;
  query?: Record<string, string>;
  body?: object;
  version?: number;
  request_key?: string;
}

/** Runs an operation as a key does, without the function before it. @returns its answer, or the code it is refused with */
export async function runAs(keyId: string, operation: string, input: ApiInput = {}) {
  const { data, error } = await service().rpc('run_api_request', { key_id: keyId, operation, input });
  const { answer = null, replayed = false } = (data ?? {}) as {
    answer?: Record<string, unknown> | null;
    replayed?: boolean;
  };
  return { answer, replayed, code: refusalOf({ data: null, error }) };
}

import { createClient } from '@supabase/supabase-js';
import { env } from './env.ts';
import { publishableKeys, serviceKeys } from './keys.ts';

function client(keys: string[], headers: Record<string, string>) {
  const [url, key] = [env('SUPABASE_URL'), keys[0]];
  if (!url || !key) throw new Error('SUPABASE_URL and the keys of the project are not set');
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers },
  });
}

/** A client with the rights of `service_role`; it keeps no session. */
export const serviceClient = () => client(serviceKeys(), {});

/** A client that asks as the person whose token came with the request. */
export const callerClient = (request: Request) =>
  client(publishableKeys(), { authorization: request.headers.get('authorization') ?? '' });

import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BackendFacts } from './backend-process';

/** Node 20 has no WebSocket, and supabase-js asks for one although these tests never go live. */
class NoWebSocket {
  constructor() {
    throw new Error('These tests do not use realtime');
  }
}

/** A supabase-js client that keeps its session in memory. `key` defaults to the publishable one. */
export function connect(facts: BackendFacts, key: string = facts.publishableKey): SupabaseClient {
  return createClient(facts.apiUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: NoWebSocket as never },
  });
}

/** A client signed in with e-mail and password; throws when that is refused. */
export async function signIn(facts: BackendFacts, email: string, password: string): Promise<SupabaseClient> {
  const client = connect(facts);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import ws from 'ws';
import type { BackendFacts, BackendProcess } from '../../../tests/support/backend-process';
import { newDataDir, startOwn } from './own-backend';

/** A small project with policies on messages and files. */
const PROJECT = path.resolve(__dirname, '../live-project');

/** Starts a backend of its own for a test file; `stop` removes its data. */
export async function startLive(env: NodeJS.ProcessEnv = {}) {
  const dataDir = newDataDir();
  const process: BackendProcess = startOwn(dataDir, { workdir: PROJECT, env });
  const facts = await process.ready;
  return {
    facts,
    dataDir,
    async stop() {
      await process.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as Auth signs it. */
export function tokenFor(sub: string, secret: string, seconds = 3600): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + seconds };
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${crypto.createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** A supabase-js client with real web sockets; with a token it acts for that person. */
export function liveClient(facts: BackendFacts, token?: string, key = facts.publishableKey): SupabaseClient {
  const options: SupabaseClientOptions<'public'> = {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: ws as never },
    ...(token ? { accessToken: () => Promise.resolve(token) } : {}),
  };
  return createClient(facts.apiUrl, key, options);
}

import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import type { BackendFacts, BackendProcess } from '../../../tests/support/backend-process';
import { newDataDir, startOwn } from './own-backend';

/** A small project with policies on messages and files. */
const PROJECT = path.resolve(__dirname, '../live-project');

/** Starts a backend of its own for a test file; `stop` removes its data. */
export async function startLive() {
  const dataDir = newDataDir();
  let running: BackendProcess = startOwn(dataDir, { workdir: PROJECT });
  return {
    dataDir,
    facts: await running.ready,
    /** What it has printed. */
    output: () => running.output(),
    /** Kills it, changes something while it is away, starts it again at another address. */
    async restart(meanwhile: () => void): Promise<BackendFacts> {
      running.process.kill('SIGKILL');
      await running.exited;
      meanwhile();
      running = startOwn(dataDir, { workdir: PROJECT });
      return running.ready;
    },
    async stop() {
      await running.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as Auth signs it. */
export function tokenFor(sub: string, secret: string, seconds = 3600, more: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + seconds, ...more };
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${crypto.createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** A supabase-js client with real web sockets; with a token it acts for that person. */
export function liveClient(facts: BackendFacts, token?: string, key = facts.publishableKey) {
  const options = {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: ws as never },
  };
  if (!token) return createClient(facts.apiUrl, key, options);
  return createClient(facts.apiUrl, key, { ...options, accessToken: () => Promise.resolve(token) });
}

export type LiveClient = ReturnType<typeof liveClient>;

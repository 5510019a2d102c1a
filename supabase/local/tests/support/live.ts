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

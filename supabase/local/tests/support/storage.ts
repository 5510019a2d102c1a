import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { tokenFor } from '../../../tests/support/token';
import { liveClient, startLive, type LiveClient } from './live';

/** A backend of its own, and who asks its storage. */
export interface OwnStorage {
  backend: Awaited<ReturnType<typeof startLive>>;
  me: string;
  mine: LiveClient;
  anon: LiveClient;
  stranger: LiveClient;
  /** With the secret key. */
  service: LiveClient;
  /** Uploads a text into the private bucket, below the own folder; returns its name. */
  paper: (text: string, name?: string) => Promise<string>;
  /** How many files lie on the disk. */
  filesOnDisk: () => number;
}

/** How a PNG begins; nobody looks further. */
export const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
export const png = (text = 'not really a picture') => new Blob([PNG, text], { type: 'image/png' });

export async function startStorage(): Promise<OwnStorage> {
  const backend = await startLive();
  const { facts } = backend;
  const me = randomUUID();
  const mine = liveClient(facts, tokenFor(me, facts.jwtSecret));
  return {
    backend,
    me,
    mine,
    stranger: liveClient(facts, tokenFor(randomUUID(), facts.jwtSecret)),
    anon: liveClient(facts),
    service: liveClient(facts, undefined, facts.secretKey),
    paper: async (text, name = `${randomUUID()}.txt`) => {
      const key = `${me}/${name}`;
      const { error } = await mine.storage
        .from('papers')
        .upload(key, new Blob([text], { type: 'text/plain' }));
      if (error) throw error;
      return key;
    },
    // A folder may be swept while they are counted.
    filesOnDisk: () => globSync('**', { cwd: path.join(backend.dataDir, 'storage'), dot: true }).length,
  };
}

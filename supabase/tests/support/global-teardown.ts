import fs from 'node:fs';
import { shared } from './global-setup';

/** Stops the shared backend and removes its data. */
export default async function globalTeardown(): Promise<void> {
  const current = shared.current;
  if (!current) return;
  await current.process.stop();
  fs.rmSync(current.dataDir, { recursive: true, force: true });
}

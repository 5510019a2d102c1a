import fs from 'node:fs';
import { shared } from './global-setup';

/** Stops the backends and removes their data. */
export default async function globalTeardown(): Promise<void> {
  await Promise.all(shared.map((one) => one.process.stop()));
  for (const { dataDir } of shared.splice(0)) fs.rmSync(dataDir, { recursive: true, force: true });
}

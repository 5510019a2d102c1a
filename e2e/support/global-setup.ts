import { fileURLToPath } from 'node:url';
import { writeMade } from '../../supabase/made/make';
import { raiseCeilings, waitForNoDisk } from '../../supabase/tests/support/settle-database';
import { setEnvironment } from './environment';
import { startStack } from './stack';

/** Starts one product for all tests; what it returns stops it again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await writeMade(fileURLToPath(new URL('../..', import.meta.url)));
  const { stop, ...facts } = await startStack();
  await waitForNoDisk(facts.dbUrl);
  await raiseCeilings(facts.dbUrl);
  setEnvironment(facts);
  return stop;
}

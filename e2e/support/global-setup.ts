import { raiseCeilings, waitForNoDisk } from '../../supabase/tests/support/settle-database';
import { setEnvironment } from './environment';
import { startStack } from './stack';

/** Starts one product for all tests; what it returns stops it again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { stop, ...facts } = await startStack();
  await waitForNoDisk(facts.dbUrl);
  await raiseCeilings(facts.dbUrl);
  setEnvironment(facts);
  return stop;
}

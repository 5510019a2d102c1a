// Runs the embedded backend in this very process, so that a signal or a kill meets it and not a wrapper.
import { register } from 'tsx/esm/api';
import { REPOSITORY } from './lib/prepare.mjs';

register();
const { writeMade } = await import('../supabase/made/make.ts');
await writeMade(REPOSITORY);
await import('../supabase/local/src/cli.ts');

// Runs the embedded backend in this very process, so that a signal or a kill meets it and not a wrapper.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { writeMade } = await import('../supabase/made/make.ts');
await writeMade(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));
await import('../supabase/local/src/cli.ts');

// Runs the embedded backend in this very process, so that a signal or a kill meets it and not a wrapper.
import { register } from 'tsx/esm/api';

register();
await import('../supabase/local/src/cli.ts');

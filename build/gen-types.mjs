/** `npm run gen:types`: runs supabase/gen-types.ts, which is TypeScript. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const script = path.join(root, 'supabase', 'gen-types.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;

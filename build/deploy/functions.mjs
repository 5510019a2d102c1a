/**
 * `npm run deploy:functions -- [name …] [options]`: makes what Edge Functions take from the app, which is in no commit, and lets the Supabase CLI
 * deploy them.
 */
import { spawnSync } from 'node:child_process';
import { register } from 'tsx/esm/api';
import { REPOSITORY } from '../lib/prepare.mjs';

register();
const { writeMade } = await import('../../supabase/made/make.ts');
await writeMade(REPOSITORY);
const { status } = spawnSync('npx', ['supabase@3.1.0', 'functions', 'deploy', ...process.argv.slice(2)], {
  cwd: REPOSITORY,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;

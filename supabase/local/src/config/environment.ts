import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const FILES = ['.env.development.local', '.env.local', '.env.development', '.env'];
const REFERENCE = /^env\((\w+)\)$/;

/** The variables a project's `config.toml` may name: the process's, then those of `.env` files, as the Supabase CLI reads them. */
export function projectEnvironment(workdir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const files = [path.join(workdir, 'supabase'), workdir].flatMap((folder) =>
    FILES.map((file) => path.join(folder, file)),
  );
  const read = files
    .filter((file) => fs.existsSync(file))
    .map((file) => parseEnv(fs.readFileSync(file, 'utf8')));
  return Object.assign({}, ...read.reverse(), env) as NodeJS.ProcessEnv;
}

/** The value with every `env(NAME)` in it replaced; what names a variable that is not set counts as left out. */
export function withEnvironment(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (typeof value === 'string') {
    const [, name] = REFERENCE.exec(value) ?? [];
    return name === undefined ? value : env[name];
  }
  if (Array.isArray(value)) {
    return value.map((item) => withEnvironment(item, env)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withEnvironment(item, env)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

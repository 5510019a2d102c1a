import fs from 'node:fs';
import path from 'node:path';
import { transformFileSync } from '@swc/core';
import { COMPILED_BACKEND, ROOT } from './backend-process';

/** Written aside and renamed, and only where it differs: a backend of another run may be reading it. */
function write(file: string, content: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === content) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, content);
  fs.renameSync(`${file}.${process.pid}`, file);
}

/** Compiles supabase/local once for all the backends that tests start: with tsx each of them needs a second more of the processor. */
export function compileBackend(): void {
  const source = path.join(ROOT, 'supabase', 'local', 'src');
  for (const name of fs.readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(source, name);
    const target = path.join(COMPILED_BACKEND, name);
    if (!fs.statSync(file).isFile()) continue;
    if (!name.endsWith('.ts')) write(target, fs.readFileSync(file, 'utf8'));
    else
      write(
        target.replace(/\.ts$/, '.js'),
        transformFileSync(file, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, swcrc: false })
          .code,
      );
  }
}

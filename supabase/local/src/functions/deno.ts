import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

/** The package that brings the program for a platform. */
const platformPackage = () => {
  const system = process.platform === 'linux' ? `${process.arch}-glibc` : process.arch;
  return `@deno/${process.platform}-${system}`;
};

function installed(): string | null {
  const name = platformPackage();
  try {
    // Next to `deno`, which asks for it, or above.
    const from = createRequire(require.resolve('deno/package.json'));
    const folder = path.dirname(from.resolve(`${name}/package.json`));
    return path.join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno');
  } catch {
    return null;
  }
}

/** The program that runs functions, or why there is none. */
export type Deno = { file: string } | { missing: string };

/**
 * Finds Deno and asks it for its version: a program that this machine cannot run is no program.
 * @param wanted a file in place of the one that npm has installed; `off` for none
 */
export async function findDeno(wanted: string | undefined): Promise<Deno> {
  if (wanted === 'off') return { missing: 'Deno is switched off' };
  const file = wanted ?? installed();
  if (!file) return { missing: `npm has installed no Deno here (${platformPackage()})` };
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], {
      env: { DENO_NO_UPDATE_CHECK: '1' },
      timeout: 20_000,
    });
    return stdout.startsWith('deno 2.') ? { file } : { missing: `${file} is not Deno 2` };
  } catch {
    return { missing: `${file} does not run on this machine` };
  }
}

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|html|json|svg|webmanifest|txt)$/;
/** Below this a response fits one packet anyway. */
const WORTH_IT = 600;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Writes `file.br` and `file.gz` beside a text file, at the highest level: it happens once, at build time. */
export async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < WORTH_IT) {
    for (const end of ['br', 'gz']) rmSync(`${file}.${end}`, { force: true });
    return;
  }
  const [br, gz] = await Promise.all([
    asBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    asGzip(content, { level: 9 }),
  ]);
  for (const [end, data] of [
    ['br', br],
    ['gz', gz],
  ] as const) {
    writeFileSync(`${file}.${end}.next`, data);
    renameSync(`${file}.${end}.next`, `${file}.${end}`);
  }
}

/** Compresses every text file of a folder. */
export async function compressFolder(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPRESSIBLE.test(entry.name),
  );
  await Promise.all(files.map((entry) => compressFile(path.join(entry.parentPath, entry.name))));
}

import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible, WORTH_COMPRESSING, type Encoded } from './deploy/storage';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Compressed copies of a text, at the highest level: it happens once, at build time. None for a text that is too short to be worth it. */
export async function compress(content: Buffer): Promise<Encoded> {
  if (content.length < WORTH_COMPRESSING) return {};
  const [br, gz] = await Promise.all([
    asBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    asGzip(content, { level: 9 }),
  ]);
  return { br, gz };
}

/** Writes `file.br` and `file.gz` beside a file, or takes away those of an earlier content. */
export function writeEncoded(file: string, encoded: Encoded): void {
  for (const end of ['br', 'gz'] as const) {
    const data = encoded[end];
    if (!data) {
      rmSync(`${file}.${end}`, { force: true });
      continue;
    }
    const next = `${file}.${end}.${process.pid}.next`;
    writeFileSync(next, data);
    renameSync(next, `${file}.${end}`);
  }
}

/** Compresses every text file of a folder. */
export async function compressFolder(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isCompressible(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(files.map(async (file) => writeEncoded(file, await compress(readFileSync(file)))));
}

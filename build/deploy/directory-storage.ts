import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { compress, writeEncoded } from '../compress';
import { cacheControl, FOR_EVER } from '../serve/headers';
import { Conflict, isCompressible, type Storage, type Stored, type WriteOptions } from './storage';

const etagOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** A lock whose holder was killed is taken over after this, in milliseconds. */
const STALE = 10_000;
const PATIENCE = { retries: 2000, factor: 1.2, minTimeout: 5, maxTimeout: 60, randomize: true };

/** A site in a folder, as a web server on this machine serves it: compressed copies lie beside the files. */
export class DirectoryStorage implements Storage {
  readonly name: string;

  constructor(private readonly root: string) {
    this.name = root;
  }

  async read(key: string): Promise<Stored | null> {
    try {
      const content = fs.readFileSync(this.file(key));
      return { content, etag: etagOf(content) };
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  }

  async write(key: string, content: Buffer, { encoded, found }: WriteOptions = {}): Promise<void> {
    const copies = encoded ?? (isCompressible(key) ? await compress(content) : {});
    const file = this.file(key);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const put = async () => {
      if (found !== undefined && ((await this.read(key))?.etag ?? null) !== found) throw new Conflict(key);
      writeEncoded(file, copies);
      const next = `${file}.${randomUUID()}.next`;
      fs.writeFileSync(next, content);
      fs.renameSync(next, file);
    };
    // A hashed file has the same content whoever writes it.
    if (cacheControl(`/${key}`) === FOR_EVER) return put();
    const release = await lockfile.lock(this.root, {
      lockfilePath: path.join(this.root, '.lock'),
      stale: STALE,
      retries: PATIENCE,
    });
    try {
      await put();
    } finally {
      await release();
    }
  }

  async folders(key: string): Promise<string[]> {
    const entries = fs.existsSync(this.file(key))
      ? fs.readdirSync(this.file(key), { withFileTypes: true })
      : [];
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  }

  private file(key: string): string {
    return path.join(this.root, key);
  }
}

import { contentType } from '../serve/content-type';
import { cacheControl } from '../serve/headers';
import type { Storage, Stored } from './storage';

/** A storage that prints what would be written and keeps it in memory, so that it can be read back. */
export function dryRun(storage: Storage, say: (line: string) => void): Storage {
  const written = new Map<string, Buffer>();
  return {
    name: storage.name,
    async read(key): Promise<Stored | null> {
      const content = written.get(key);
      return content ? { content, etag: 'written' } : storage.read(key);
    },
    async write(key, content) {
      written.set(key, content);
      say(`  would write ${key} (${content.length} bytes, ${contentType(key)}, ${cacheControl(`/${key}`)})`);
    },
    async folders(key) {
      const below = [...written.keys()].filter((name) => name.startsWith(`${key}/`));
      const names = below.map((name) => name.slice(key.length + 1).split('/'));
      const own = names.filter(({ length }) => length > 1).map(([first = '']) => first);
      return [...new Set([...(await storage.folders(key)), ...own])].sort();
    },
  };
}

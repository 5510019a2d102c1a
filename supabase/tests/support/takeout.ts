import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from './database';
import type { Ask } from './demo-person';

interface Opened {
  description: object;
  parts: { number: number; path: string }[];
  files: { bucket: string; name: string }[];
}

const write = (folder: string, name: string, data: string | Uint8Array) => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, data);
};

/** The one export there is, without the description of it that only its owner opens. */
export const startExport = (ask: Ask, passphrase: string | null = null) =>
  ask<{ success: boolean; id: string; error: string | null }>('start_agency_export', { passphrase });

/**
 * Writes an export as the page does: each part and file under its name, and a manifest with the hash of each.
 * @param ask as an owner
 * @param contents of a file in Storage
 */
export async function takeAlong(
  ask: Ask,
  exportId: string,
  folder: string,
  contents: (name: string) => Uint8Array,
): Promise<void> {
  const { description, parts, files } = await ask<Opened>('open_agency_export', { export_id: exportId });
  for (const { number, path: name } of parts)
    write(folder, name, await ask<string>('read_agency_export', { export_id: exportId, number }));
  const kept = files.map((file) => {
    const data = contents(file.name);
    const name = `files/${file.bucket}/${file.name}`;
    write(folder, name, data);
    return {
      ...file,
      path: name,
      size: data.length,
      hash: crypto.createHash('sha256').update(data).digest('hex'),
    };
  });
  write(folder, 'manifest.json', JSON.stringify({ ...description, parts, files: kept }));
}

/** Runs the scheduled job once: it writes the export that waits longest, or leaves it to whoever is at it. */
export const writeExports = () => sql('select private.write_agency_exports()');

/** Runs the scheduled job until nothing of this agency waits: other agencies have their turn, and other jobs theirs. */
export async function finishExports(organizationId: string): Promise<void> {
  const waiting = `select 1 from private.agency_exports where organization_id = $1 and state = 'waiting'`;
  for (let run = 0; run < 100; run += 1) {
    await writeExports();
    if ((await sql(waiting, [organizationId])).length === 0) return;
    await sql('select pg_sleep(0.2)');
  }
  throw new Error('The export still waits.');
}

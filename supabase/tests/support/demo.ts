import type { Client } from 'pg';
import { seedDemo } from '../../seed';
import type { StoreFile } from '../../seed/documents';
import { database, sql, sqlOne } from './database';

export const HARBOUR = "(select id from public.organizations where name = 'Harbour & Vale Travel')";

/** Rows of other tests are none of our business. */
export const DEMO_AGENCIES =
  "(select id from public.organizations where name in ('Harbour & Vale Travel', 'Lantern Trails'))";
export const DEMO = `organization_id in ${DEMO_AGENCIES}`;

/** The files the demo has put into Storage, by their name there. */
export const storedFiles = new Map<string, Uint8Array>();

/** Storage for the length of the tests: the row as it writes it, and the bytes to look at. */
export const storeFile: StoreFile = async ({ bucket, name, data, mimetype, owner }) => {
  storedFiles.set(name, data);
  await sql(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ($1, $2, $3, 'kept', $4)`,
    [bucket, name, owner, { mimetype, size: data.length }],
  );
};

/**
 * Seeds the demo before the tests of a file, in one transaction that is never committed (closing the connection takes it
 * back): other tests never see it.
 */
export function seedBeforeAll(): void {
  beforeAll(async () => {
    const client: Client = await database();
    await client.query('begin');
    await seedDemo(client, storeFile);
  }, 60_000);
}

/** Counts the rows for which a rule does not hold. */
export async function offenders(from: string): Promise<number> {
  const { count } = await sqlOne<{ count: string }>(`select count(*) from ${from}`);
  return Number(count);
}

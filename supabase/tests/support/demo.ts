import type { Client } from 'pg';
import { seedDemo } from '../../seed';
import { database, sqlOne } from './database';

export const HARBOUR = "(select id from public.organizations where name = 'Harbour & Vale Travel')";

/** Rows of other tests are none of our business. */
export const DEMO =
  "organization_id in (select id from public.organizations where name in ('Harbour & Vale Travel', 'Lantern Trails'))";

/**
 * Seeds the demo before the tests of a file, in one transaction that is never committed (closing the connection takes it
 * back): other tests never see it.
 */
export function seedBeforeAll(): void {
  beforeAll(async () => {
    const client: Client = await database();
    await client.query('begin');
    await seedDemo(client);
  }, 30_000);
}

/** Counts the rows for which a rule does not hold. */
export async function offenders(from: string): Promise<number> {
  const { count } = await sqlOne<{ count: string }>(`select count(*) from ${from}`);
  return Number(count);
}

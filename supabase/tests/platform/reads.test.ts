import { READS } from '../../../shared/src/platform/api/reads';
import { backend } from '../support/backend';
import { database, sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What only reads: asked where nothing can be written, as on a replica; and what of it writes after all. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

/** A value of each type, for arguments without a default. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: "'0b7f8c1e-5d1a-4c0e-9f5e-2f4d3c2b1a00'",
  text: "'sales'",
  _text: "'{}'",
  jsonb: "'{}'",
};

interface Asked {
  name: string;
  types: string[];
}

const asked = (volatility: string) =>
  sql<Asked>(
    `select p.proname as name, array(select t.typname::text from unnest(p.proargtypes[0:p.pronargs - p.pronargdefaults - 1]) with ordinality u(id, o)
       join pg_type t on t.oid = u.id order by o) as types
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = $1 and p.prorettype <> 'trigger'::regtype
       and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
     order by 1`,
    [volatility],
  );

/** PostgreSQL's own words for a statement that writes where it may not; null where the function got by. */
async function writeOf({ name, types }: Asked): Promise<string | null> {
  const client = await database();
  await client.query('begin');
  try {
    await client.query('set transaction_read_only = on');
    await client.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: agency.owner.id, role: 'authenticated' }),
    ]);
    await client.query('set local role authenticated');
    await client.query(`select public.${name}(${types.map((type) => VALUES[type] ?? 'null').join(', ')})`);
    return null;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code === '25006' ? message : null;
  } finally {
    await client.query('rollback');
  }
}

test('every function that only reads answers where nothing can be written', async () => {
  const reads = await asked('s');
  expect(reads.map(({ name }) => name)).toEqual(Object.keys(READS));
  const writing: string[] = [];
  for (const read of reads) if (await writeOf(read)) writing.push(read.name);
  expect(writing).toEqual([]);
});

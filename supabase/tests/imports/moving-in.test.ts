import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportEngine } from '../../../shared/src/import/engine/engine';
import type { PresetId } from '../../../shared/src/import/presets/preset';
import { PRESETS, fileOf, presetOf } from '../../../shared/src/import/presets/presets';
import type { ImportKind } from '../../../shared/src/import/rules/fields';
import { sql } from '../support/database';
import { beginImport, checkRows, fileHash, importRows, type ImportRow } from '../support/imports';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/imports.md, Moving in: an example of every kind of file comes in with nothing said by hand. */
jest.setTimeout(60_000);

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  // Whom the files name as agent.
  await sql(`update public.users set first_name = 'Nora', last_name = 'Quist' where id = $1`, [
    agency.agent.id,
  ]);
  // Nobody of the files is there before.
  await sql(
    `update public.customers set first_name = 'Some', last_name = 'Body' where organization_id = $1`,
    [agency.organizationId],
  );
});

const FIXTURES = join(__dirname, '../../../shared/src/import/presets/fixtures');
const KINDS: readonly ImportKind[] = ['vendors', 'customers', 'sales'];
const FILES = PRESETS.flatMap(({ id, files }) =>
  KINDS.filter((kind) => files[kind]).map((kind) => [id, kind] as const),
);

/** What the import page makes of a file, sent as it sends it. */
async function moveIn(id: PresetId, kind: ImportKind) {
  const engine = new ImportEngine();
  const bytes = readFileSync(join(FIXTURES, `${id}-${kind}.csv`));
  const { preset } = await engine.open(kind, new File([bytes], `${id}.csv`), 'USD', id);
  const columns = engine.guess(kind, preset);
  const said = presetOf(kind, preset)?.notation ?? { dates: null, decimal: null };
  const { words, ...notation } = engine.reading(kind, columns, said);
  const meant = fileOf(kind, preset)?.words ?? {};
  // Nothing is left for somebody to say.
  expect(words.filter(({ field, word, known }) => known === null && !meant[field]?.[word])).toEqual([]);
  const mapping = { columns, ...notation, words: meant, same_email: 'skip' as const };
  const { rows, errors } = engine.portion(kind, mapping, 0, 100);
  expect(errors).toEqual([]);
  const file = { kind, file_hash: fileHash() };
  const [checked] = await checkRows(agency.admin, file, rows as ImportRow[]);
  const answer = await importRows(agency.admin, await beginImport(agency.admin, file), rows as ImportRow[]);
  expect(answer).toEqual(checked);
  return { rows, answer };
}

// Holds imports-50
test.each(FILES)('%s, %s: every row of the example comes in', async (id, kind) => {
  const { rows, answer } = await moveIn(id, kind);
  expect(rows.length).toBeGreaterThan(1);
  expect(answer).toMatchObject({ added: rows.length, skipped: 0, errors: [] });
  expect(await sql('select * from private.check_totals()')).toEqual([]);
});

const sales = () =>
  sql(
    `select s.booking_reference as reference, s.sale_date::text as sold, s.total_amount::float as total, s.status,
       c.status as commission, c.amount::float, trim(k.first_name || ' ' || k.last_name) as customer, v.name as vendor, u.last_name as agent
     from public.sales s join public.commissions c on c.sales_id = s.id join public.customers k on k.id = s.customer_id
     join public.vendors v on v.id = s.vendor_id join public.users u on u.id = s.agent_id
     where s.organization_id = $1 order by s.booking_reference`,
    [agency.organizationId],
  );

// Holds imports-51
test('Trams: days are read month first, tickets’ names are people’s, and what the vendor has closed is received', async () => {
  await moveIn('clientbase', 'sales');
  expect(await sales()).toEqual([
    {
      reference: 'FJ-2041',
      sold: '2026-01-05',
      total: 2610,
      status: 'booked',
      commission: 'funds_received',
      amount: 391.5,
      customer: 'VERA LIND',
      vendor: 'Fjord Cruises',
      agent: 'Quist',
    },
    expect.objectContaining({
      reference: 'NB-77',
      sold: '2026-02-03',
      status: 'booked',
      commission: 'unpaid',
    }),
  ]);
});

// Holds imports-52
test('Tern: what a customer has paid makes no commission received, and cancelled bookings are cancelled', async () => {
  await moveIn('tern', 'sales');
  expect(await sales()).toMatchObject([
    { reference: 'FJ-2041', status: 'booked', commission: 'funds_received', amount: 391.5 },
    { reference: 'NB-77', status: 'booked', commission: 'unpaid', amount: 155 },
    { reference: 'NB-78', status: 'cancelled', commission: 'cancelled' },
  ]);
});

// Holds imports-53
test.each<PresetId>(['clientbase', 'tern', 'tess'])(
  '%s: vendors, customers and their sales come in one after the other, and nobody twice',
  async (id) => {
    for (const kind of KINDS) if (presetOf(kind, id)) await moveIn(id, kind);
    const twice = async (table: 'customers' | 'vendors', name: string) =>
      sql(
        `select lower(${name}) as name from public.${table} where organization_id = $1 group by 1 having count(*) > 1`,
        [agency.organizationId],
      );
    expect(await twice('vendors', 'name')).toEqual([]);
    expect(await twice('customers', `first_name || ' ' || last_name`)).toEqual([]);
  },
);

// Holds imports-54
test('ClientBase: each traveler is a customer with their own name and birthday, and no passport comes along', async () => {
  await moveIn('clientbase', 'customers');
  expect(
    await sql(
      `select first_name, last_name, birthday::text, city, region, country from public.customers
       where organization_id = $1 and email like '%@lind.test' order by first_name`,
      [agency.organizationId],
    ),
  ).toEqual([
    {
      first_name: 'Omar',
      last_name: 'Lind',
      birthday: '1950-03-04',
      city: 'Portland',
      region: 'ME',
      country: 'US',
    },
    {
      first_name: 'Vera',
      last_name: 'Lind',
      birthday: '1948-09-29',
      city: 'Portland',
      region: 'ME',
      country: 'US',
    },
  ]);
});

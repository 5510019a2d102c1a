import type { SupabaseClient } from '@supabase/supabase-js';
import { ImportEngine } from '../../../shared/src/import/engine/engine';
import { columnHead, toCsv } from '../../../shared/src/domain';
import { sql, sqlOne } from '../support/database';
import {
  beginImport,
  checkRows,
  fileHash,
  importRows,
  recordsOf,
  undo,
  type ImportRow,
} from '../support/imports';
import { writeExports } from '../support/takeout';
import { createTestAgency, saleInput, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/imports.md, Lines of sales in a file. */
jest.setTimeout(60_000);

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const LINES = [
  { kind: 'cruise', text: ' Fare, balcony 6042 ', amount: 6980, earns: 'rate', rate: 15 },
  { kind: 'taxes', text: null, amount: 320, earns: 'nothing' },
  { kind: 'transfer', text: 'From the pier', amount: 96, earns: 'amount', commission: 12 },
  { kind: 'discount', text: null, amount: -100, earns: 'rate', rate: 15 },
  { kind: 'service_fee', text: 'Planning', amount: 150, earns: 'nothing' },
];
const [TOTAL, COMMISSION] = [7446, 1044];

/** A sale of the agency's own customer and vendor; its reference is its number. */
const sale = (row_number: number, extra: object = {}): ImportRow => ({
  row_number,
  booking_reference: `LN-${row_number}`,
  customer_first_name: 'Vera',
  customer_last_name: 'Lind',
  vendor: 'Blue Fleet',
  sale_date: '2026-03-01',
  lines: LINES,
  ...extra,
});

/** Checks rows, imports them, and holds that the check said what happened. */
async function importAsChecked(person: Person, rows: ImportRow[], file_hash = fileHash()) {
  const file = { kind: 'sales' as const, file_hash };
  const [said] = await checkRows(person, file, rows);
  const batch = await beginImport(person, file);
  const answer = await importRows(person, batch, rows);
  expect(said).toEqual(answer);
  return { batch, answer };
}

const money = (batch: string) =>
  sql(
    `select s.import_row as row, s.total_amount::float as total, s.fee_amount::float as fee, s.commission_amount::float as commission,
       s.commission_basis as basis, c.amount::float as owed, (select sum(o.amount)::float from public.other_commissions o
         where o.sales_id = s.id and o.kind = 'service_fee') as own,
       (select count(*)::int from public.sale_lines l where l.sale_id = s.id) as lines
     from public.sales s join public.commissions c on c.sales_id = s.id where s.import_batch_id = $1 order by s.import_row`,
    [batch],
  );

// Holds imports-30
test('a sale comes in with its lines, their sums and the agency’s own fee, beside one without lines', async () => {
  const { batch, answer } = await importAsChecked(agency.admin, [
    sale(1),
    sale(6, { lines: undefined, total_amount: 1000 }),
    sale(7, { total_amount: '7446.00', commission_amount: COMMISSION, status: 'paid' }),
  ]);
  const said = {
    total: TOTAL,
    fee: 150,
    commission: COMMISSION,
    basis: 'amount',
    owed: COMMISSION,
    own: 150,
    lines: 5,
  };
  expect(await money(batch)).toEqual([
    { row: 1, ...said },
    { row: 6, total: 1000, fee: 0, commission: 100, basis: 'rate', owed: 100, own: null, lines: 0 },
    { row: 7, ...said },
  ]);
  expect(answer.adds.map(({ lines, total_amount }) => [lines, total_amount])).toEqual([
    [5, TOTAL],
    [0, 1000],
    [5, TOTAL],
  ]);
});

// Holds imports-31
test('a total or commission of the file that is not the sum of the lines is refused with both, and stops no other sale', async () => {
  const { batch, answer } = await importAsChecked(agency.admin, [
    sale(1, { total_amount: 7446.01 }),
    sale(2, { commission_amount: 1050 }),
    sale(3, {
      lines: [
        { kind: 'fare', amount: 10, earns: 'nothing' },
        { kind: 'discount', amount: 5 },
      ],
    }),
    sale(4, { lines: [{ kind: 'discount', amount: -5 }] }),
    sale(5, { lines: 'all' }),
    sale(6, { lines: [{ kind: 'spa', amount: 5 }] }),
    sale(7),
  ]);
  expect(answer.errors.map(({ row_number, field, message }) => [row_number, field, message])).toEqual([
    [1, 'total_amount', 'The lines of this sale come to 7,446.00, its total is 7,446.01.'],
    [2, 'commission_amount', 'The lines of this sale earn 1,044.00, its commission is 1,050.00.'],
    [3, 'lines.1.amount', 'A discount is an amount below zero.'],
    [4, 'lines', 'The lines come to less than nothing, or to too much.'],
    [5, 'lines', expect.any(String)],
    [6, 'lines.0.kind', 'Choose what this line is.'],
  ]);
  expect(await money(batch)).toMatchObject([{ row: 7, total: TOTAL }]);
});

// Holds imports-29
test('a line that earns a rate and says none earns the sale’s, else what the vendor pays for its kind', async () => {
  await sql(
    `insert into public.vendor_rates (organization_id, vendor_id, category, rate, valid_from, created_by)
     values ($1, $2, 'air', 4, '2026-01-01', $3)`,
    [agency.organizationId, agency.vendorId, agency.admin.id],
  );
  const lines = [
    { kind: 'air', amount: 100, earns: 'rate' },
    { kind: 'hotel', amount: 100, earns: 'rate' },
    { kind: 'taxes', amount: 100, earns: 'rate' },
    { kind: 'tour', amount: 100, earns: 'rate', rate: 50 },
  ];
  const { batch } = await importAsChecked(agency.admin, [
    sale(1, { lines }),
    sale(2, { lines, commission_rate: 20 }),
  ]);
  expect(await money(batch)).toMatchObject([{ commission: 4 + 10 + 50 }, { commission: 20 + 20 + 50 }]);
});

// Holds imports-33
test('a booking with lines that is there is skipped, in the file, in the agency and when the file comes again', async () => {
  const hash = fileHash();
  const rows = [sale(1), sale(4, { booking_reference: 'ln-1 ' }), sale(5)];
  const first = await importAsChecked(agency.agent, rows, hash);
  expect(first.answer).toMatchObject({
    added: 2,
    skips: [{ row_number: 4, reason: 'booking', twin: { row: 1 } }],
  });
  // Sent a second time it is answered as before.
  expect(await importRows(agency.agent, first.batch, rows)).toEqual(first.answer);
  const again = await importAsChecked(agency.agent, rows, hash);
  expect(again.answer).toMatchObject({
    added: 0,
    skipped: 3,
    skips: [{ reason: 'file' }, { reason: 'booking' }, { reason: 'file' }],
  });
  // With other lines, or none, it is the same booking.
  const other = await importAsChecked(agency.agent, [
    sale(1, { lines: [LINES[0]] }),
    sale(2, { booking_reference: 'LN-1', lines: undefined, total_amount: 1 }),
  ]);
  expect(other.answer).toMatchObject({
    added: 0,
    skipped: 2,
    skips: [{ reason: 'booking' }, { reason: 'booking' }],
  });
});

// Holds imports-34
test('undone, an import takes its lines and fees along; a sale whose lines were changed stays', async () => {
  const { batch } = await importAsChecked(agency.admin, [sale(1), sale(2)]);
  const { id, version } = await sqlOne<{ id: string; version: number }>(
    'select id, version from public.sales where import_batch_id = $1 and import_row = 2',
    [batch],
  );
  const { error } = await (agency.admin.api as unknown as SupabaseClient).rpc('update_sale', {
    sale_id: id,
    expected_version: version,
    changes: { lines: [LINES[0]] },
  });
  expect(error).toBeNull();
  expect(await undo(agency.admin, batch)).toMatchObject({ removed: 1, kept: [{ id, reason: 'edited' }] });
  const left = await sqlOne(
    `select (select count(*)::int from public.sale_lines where organization_id = $1) as lines,
       (select count(*)::int from public.other_commissions where organization_id = $1 and sales_id <> $2) as fees`,
    [agency.organizationId, id],
  );
  expect(left).toEqual({ lines: 1, fees: 0 });
  expect(await recordsOf(batch, 'sales')).toBe(1);
  expect(await sql('select * from private.check_totals()')).toEqual([]);
});

/** What the import page makes of a file, sent as it sends it. */
async function importFile(person: Person, text: string) {
  const engine = new ImportEngine();
  await engine.open('sales', new File([text], 'sales.csv'), 'USD');
  const columns = engine.guess('sales');
  const notation = engine.reading('sales', columns, { dates: null, decimal: null });
  const mapping = {
    columns,
    dates: notation.dates,
    decimal: notation.decimal,
    words: {},
    same_email: 'skip' as const,
  };
  const { rows, errors } = engine.portion('sales', mapping, 0, 100);
  expect(columns).not.toContain('');
  expect(errors).toEqual([]);
  const batch = await beginImport(person, { kind: 'sales' });
  expect(await importRows(person, batch, rows as ImportRow[])).toMatchObject({
    errors: [],
    skips: [],
    added: rows.length,
  });
}

const salesOf = ({ organizationId }: TestAgency) =>
  sql(
    `select s.booking_reference, s.sale_date::text, s.total_amount, s.fee_amount, s.commission_amount, s.commission_rate, s.status,
       s.lines, s.notes, v.name as vendor, c.email as customer
     from public.sales s join public.vendors v on v.id = s.vendor_id join public.customers c on c.id = s.customer_id
     where s.organization_id = $1 order by s.booking_reference`,
    [organizationId],
  );

async function withSales() {
  const create = async (booking_reference: string, extra: object) => {
    const { error } = await (agency.admin.api as unknown as SupabaseClient).rpc('create_sale', {
      sale: saleInput(agency, { booking_reference, ...extra }),
    });
    expect(error).toBeNull();
  };
  await create('R-1', { lines: LINES, notes: 'Two\nlines; of notes' });
  await create('R-2', { total_amount: 500 });
  await create('R-3', {
    lines: [
      // Nothing, of a rate, of an amount, and not at all; text that begins like a formula.
      { kind: 'hotel', text: '=SUM("a")', amount: 0, earns: 'rate', rate: 7.5 },
      { kind: 'tour', text: '-5', amount: 10, earns: 'amount', commission: 0 },
      { kind: 'extra', text: 'a,b', amount: 33.33, earns: 'amount', commission: 3.33 },
      { kind: 'non_commissionable', amount: 0.01 },
      { kind: 'air', amount: 0.05, earns: 'rate', rate: 10 },
    ],
  });
}

// Holds imports-62
test('what a list exports comes in elsewhere as it was, line by line', async () => {
  await withSales();
  const { data } = await agency.admin.api.rpc('export_sales', {
    sort: 'booking_reference',
    descending: false,
  });
  const { columns, rows, truncated } = data as unknown as {
    columns: string[];
    rows: (string | number | null)[][];
    truncated: boolean;
  };
  expect([rows.length, truncated]).toEqual([11, false]);
  // Said once, the totals of a column add up.
  const total = columns.indexOf('total_amount');
  expect(rows.reduce((sum, row) => sum + Number(row[total] ?? 0), 0)).toBeCloseTo(TOTAL + 500 + 43.39, 2);
  const elsewhere = await createTestAgency();
  await sql('update public.users set first_name = $2 where id = $1', [elsewhere.admin.id, 'admin']);
  await importFile(elsewhere.admin, toCsv(columns.map(columnHead), rows));
  expect(await salesOf(elsewhere)).toEqual(await salesOf(agency));
});

// Holds imports-63
test('an export without any lines has no columns for them, and one row for each sale', async () => {
  await importAsChecked(agency.admin, [sale(1, { lines: undefined, total_amount: 10 })]);
  const { data } = await agency.admin.api.rpc('export_sales', {});
  const { columns, rows } = data as unknown as { columns: string[]; rows: unknown[][] };
  expect(columns.slice(-2)).toEqual(['commission_status', 'notes']);
  expect(rows.map((row) => row.length)).toEqual([columns.length]);
});

test('lines of others add no columns to what an agent takes along', async () => {
  await importAsChecked(agency.rival, [sale(1)]);
  await importAsChecked(agency.agent, [sale(2, { lines: undefined, total_amount: 10 })]);
  const { data } = await agency.agent.api.rpc('export_sales', {});
  expect((data as unknown as { columns: string[] }).columns.slice(-1)).toEqual(['notes']);
});

// Holds imports-64
test('somebody with a part of a sale takes along their part, and no lines of the whole', async () => {
  const { error } = await (agency.agent.api as unknown as SupabaseClient).rpc('create_sale', {
    sale: saleInput(agency, {
      booking_reference: 'P-1',
      lines: LINES,
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 25 }],
    }),
  });
  expect(error).toBeNull();
  await importAsChecked(agency.rival, [sale(1)]);
  const { data } = await agency.rival.api.rpc('export_sales', { sort: 'booking_reference' });
  const { columns, rows } = data as unknown as { columns: string[]; rows: unknown[][] };
  const at = (name: string) => rows.map((row) => row[columns.indexOf(name)]);
  expect(at('booking_reference')).toEqual(['P-1', 'LN-1', 'LN-1', 'LN-1', 'LN-1', 'LN-1']);
  expect(at('total_amount')).toEqual([1861.5, TOTAL, null, null, null, null]);
  expect(at('line_amount')).toEqual([null, 6980, 320, 96, -100, 150]);
  expect(at('line_commissionable')).toEqual([null, 'yes', 'no', 'yes', 'yes', 'no']);
});

// Holds imports-65
test('the take-out of the agency comes in elsewhere as it was, and takes no sale apart', async () => {
  await withSales();
  await agency.owner.api.rpc('start_agency_export', {});
  let part: { content: string } | undefined;
  for (let run = 0; run < 100 && !part; run += 1) {
    await writeExports();
    [part] = await sql<{ content: string }>(
      `select p.content from private.agency_export_parts p where p.organization_id = $1 and p.path like 'for-import/sales%'`,
      [agency.organizationId],
    );
    if (!part) await sql('select pg_sleep(0.2)');
  }
  const elsewhere = await createTestAgency();
  await importFile(elsewhere.admin, part?.content ?? '');
  expect(await salesOf(elsewhere)).toEqual(await salesOf(agency));
});

// Holds imports-65
test('however large a sale is, a part of the take-out has all of its rows', async () => {
  const [asked] = await sql<{ query: string }>(
    `select private.export_query('S', 't.sale || t.filler',
       $q$(select 'S' || n / 4 as sale, n % 4 + 1 as place, repeat('x', 700000) as filler from generate_series(0, 19) n)$q$,
       'true', 't.sale, t.place', 't.place = 1') as query`,
  );
  const parts = await sql<{ sales: string[]; count: number }>(
    `select p.count, array(select distinct substr(l, 1, 2) from string_to_table(p.text, E'\\n') l where l like 'S_%') as sales
     from (${asked?.query}) p`,
  );
  expect(parts.flatMap(({ sales }) => sales).sort()).toEqual(['S0', 'S1', 'S2', 'S3', 'S4']);
  expect(parts.map(({ count }) => count)).toEqual([4, 4, 4, 4, 4]);
});

import type { SupabaseClient } from '@supabase/supabase-js';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, saleInput, untyped, type TestAgency } from '../support/test-agency';

/** Lines of a sale (docs/product/sales.md, Lines of a sale): total, fee and commission are their sums, whoever sends what. */

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const FJORD = [
  { kind: 'cruise', text: ' Fare, balcony 6042 ', amount: 6980, earns: 'rate', rate: 15 },
  { kind: 'non_commissionable', text: 'Port charges', amount: 640 },
  { kind: 'taxes', amount: 320, earns: 'rate', rate: 10 },
  { kind: 'air', amount: 1384, earns: 'rate', rate: 5 },
  { kind: 'tour', amount: '420', earns: 'rate', rate: 10 },
  { kind: 'transfer', amount: 96, earns: 'amount', commission: 12 },
  { kind: 'service_fee', text: 'Planning fee', amount: 150 },
];

/** Calls a function with whatever arguments. */
const rpc = (api: TestAgency['agent']['api'], name: string, args: object) =>
  (api as unknown as SupabaseClient).rpc(name, args);

interface Saved {
  id: string;
  version: number;
}

interface Kept {
  total_amount: string;
  fee_amount: string;
  commission_amount: string;
  commission_rate: string;
  commission_basis: string;
  lines: { kind: string; text: string | null; amount: number; rate: number; commission: number }[];
}

const create = (columns: object) =>
  rpc(agency.agent.api, 'create_sale', { sale: { ...saleInput(agency), ...columns } });

async function created(columns: object): Promise<Saved> {
  const { data, error } = await create(columns);
  if (error) throw new Error(error.message);
  return data as Saved;
}

const change = ({ id, version }: Saved, changes: object) =>
  rpc(agency.agent.api, 'update_sale', { sale_id: id, expected_version: version, changes });

const kept = (id: string) =>
  sqlOne<Kept>(
    'select total_amount, fee_amount, commission_amount, commission_rate, commission_basis, lines from public.sales where id = $1',
    [id],
  );

// Holds sales-1
test('total, fee, commission and rate are the sums of the lines, whatever is sent with them', async () => {
  const { id } = await created({
    lines: FJORD,
    total_amount: 5,
    commission_basis: 'rate',
    commission_rate: 99,
  });
  const sale = await kept(id);
  expect(sale).toMatchObject({
    total_amount: '9990.00',
    fee_amount: '150.00',
    commission_amount: '1170.20',
    commission_rate: '11.89',
    commission_basis: 'amount',
  });
  expect(sale.lines.map(({ commission }) => commission)).toEqual([1047, 0, 0, 69.2, 42, 12, 0]);
  expect(sale.lines[0]?.text).toBe('Fare, balcony 6042');
  // The vendor's commission has the vendor's part alone.
  expect(await sqlOne('select amount from public.commissions where sales_id = $1', [id])).toEqual({
    amount: '1170.20',
  });
  const rows = await sql<{ place: number; kind: string; amount: string; commission: string }>(
    'select place, kind, amount, commission from public.sale_lines where sale_id = $1 order by place',
    [id],
  );
  expect(rows).toHaveLength(7);
  expect(rows[3]).toEqual({ place: 4, kind: 'air', amount: '1384.00', commission: '69.20' });
});

test('a sale with lines needs no total, and a discount takes off what it earns', async () => {
  const { id } = await created({
    total_amount: undefined,
    lines: [
      { kind: 'hotel', amount: 1000, earns: 'rate', rate: 12 },
      { kind: 'discount', amount: -100, earns: 'rate', rate: 12 },
    ],
  });
  expect(await kept(id)).toMatchObject({
    total_amount: '900.00',
    commission_amount: '108.00',
    commission_rate: '12.00',
  });
});

test('a sale of the agency’s own fee alone owes no vendor anything', async () => {
  const { id } = await created({ lines: [{ kind: 'service_fee', amount: 75, earns: 'rate', rate: 50 }] });
  expect(await kept(id)).toMatchObject({
    total_amount: '75.00',
    fee_amount: '75.00',
    commission_amount: '0.00',
    commission_rate: '0.00',
  });
});

// Holds sales-2
test.each<[string, object[], string]>([
  ['an unknown kind', [FJORD[0] ?? {}, { kind: 'spa', amount: 1 }], 'lines.1.kind'],
  ['no amount', [{ kind: 'fare' }], 'lines.0.amount'],
  ['an amount that is none', [{ kind: 'fare', amount: 'NaN' }], 'lines.0.amount'],
  ['a fare below zero', [{ kind: 'fare', amount: -1 }], 'lines.0.amount'],
  ['a discount above zero', [{ kind: 'discount', amount: 1 }], 'lines.0.amount'],
  ['a rate above 100', [{ kind: 'fare', amount: 1, earns: 'rate', rate: 100.01 }], 'lines.0.rate'],
  ['no rate', [{ kind: 'fare', amount: 1, earns: 'rate' }], 'lines.0.rate'],
  [
    'more commission than amount',
    [{ kind: 'fare', amount: 10, earns: 'amount', commission: 10.01 }],
    'lines.0.commission',
  ],
  [
    'a commission below zero',
    [{ kind: 'fare', amount: 10, earns: 'amount', commission: -1 }],
    'lines.0.commission',
  ],
  ['a long text', [{ kind: 'fare', amount: 1, text: 'x'.repeat(201) }], 'lines.0.text'],
  ['another field', [{ kind: 'fare', amount: 1, sale_id: 'x' }], 'lines.0'],
  ['no object', [7 as unknown as object], 'lines.0'],
  ['a sum below zero', [{ kind: 'discount', amount: -1 }], 'lines'],
  [
    'a commission above what goes through the vendor',
    [
      { kind: 'fare', amount: 100, earns: 'amount', commission: 100 },
      { kind: 'discount', amount: -50 },
    ],
    'lines',
  ],
  ['too many', Array.from({ length: 61 }, () => ({ kind: 'extra', amount: 1 })), 'lines'],
])('%s is refused at its line', async (_what, lines, field) => {
  const { error } = await create({ lines });
  expect(error).toMatchObject({ code: 'P0001', hint: field });
});

// Holds sales-3
test('a sum alone does not change while there are lines; without them it is typed again', async () => {
  const saved = await created({ lines: FJORD });
  for (const changes of [
    { total_amount: 1 },
    { commission_amount: 1, commission_basis: 'amount' },
    { commission_rate: 1 },
  ]) {
    const { error } = await change(saved, changes);
    expect(error?.message).toBe(
      'Total and commission of this sale are the sums of its lines. Change the lines.',
    );
  }
  // Straight at the table as well.
  const straight = await untyped(agency.agent.api, 'sales').update({ total_amount: 1 }).eq('id', saved.id);
  expect(straight.error?.message).toMatch(/sums of its lines/);
  const { error } = await change(saved, { lines: [], total_amount: 9000 });
  expect(error).toBeNull();
  expect(await kept(saved.id)).toMatchObject({ total_amount: '9000.00', fee_amount: '0.00', lines: [] });
  expect(await sql('select 1 from public.sale_lines where sale_id = $1', [saved.id])).toEqual([]);
});

// Holds sales-4
test('what lines come to is locked with the sale, their texts are not', async () => {
  const saved = await created({ lines: FJORD });
  const paid = await rpc(agency.agent.api, 'update_sale_status', {
    sale_id: saved.id,
    status: 'paid',
  });
  expect(paid.error).toBeNull();
  const { version } = await sqlOne<Saved>('select version from public.sales where id = $1', [saved.id]);
  const now = { id: saved.id, version };
  const dearer = FJORD.map((line) => (line.kind === 'air' ? { ...line, amount: 1385 } : line));
  expect((await change(now, { lines: dearer })).error?.message).toMatch(
    /cannot change any more: the sale is paid/,
  );
  // The same sums by other lines are other lines.
  const moved = FJORD.map((line) => (line.kind === 'tour' ? { ...line, kind: 'extra' } : line));
  expect((await change(now, { lines: moved })).error?.message).toBe(
    'The lines of this sale cannot change any more: the sale is paid.',
  );
  const worded = FJORD.map((line) => (line.kind === 'tour' ? { ...line, text: 'Geiranger by rail' } : line));
  expect((await change(now, { lines: worded })).error).toBeNull();
});

test('history tells the lines before and after, and only of sales that have them', async () => {
  const saved = await created({});
  await change(saved, { lines: FJORD.slice(0, 1) });
  const rows = await sql<{ previous_data: object | null; new_data: object; changed_fields: string[] }>(
    'select previous_data, new_data, changed_fields from public.sales_history where sales_id = $1 order by version',
    [saved.id],
  );
  expect(Object.keys(rows[0]?.new_data ?? {})).not.toContain('lines');
  expect(rows[1]?.changed_fields).toContain('lines');
  expect(rows[1]?.previous_data).toMatchObject({ lines: [] });
});

test('lines are read with their sale, and by nobody else', async () => {
  const { id } = await created({ lines: FJORD });
  const read = async (api: TestAgency['agent']['api']) =>
    (await untyped(api, 'sale_lines').select().eq('sale_id', id)).data?.length;
  const other = await createTestAgency();
  expect([await read(agency.agent.api), await read(agency.admin.api), await read(other.admin.api)]).toEqual([
    7, 7, 0,
  ]);
  const written = await untyped(agency.admin.api, 'sale_lines').update({ amount: 1 }).eq('sale_id', id);
  expect(written.error?.code).toBe('42501');
});

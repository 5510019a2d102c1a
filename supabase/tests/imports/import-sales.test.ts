import { sql, sqlOne } from '../support/database';
import {
  beginImport,
  checkRows,
  fileHash,
  finish,
  importRows,
  recordsOf,
  undo,
  type ImportRow,
} from '../support/imports';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** A sale of the agency's own customer and vendor, unless told otherwise; its reference is its number. */
const sale = (row_number: number, extra: object = {}): ImportRow => ({
  row_number,
  booking_reference: `IM-${row_number}`,
  customer_first_name: 'Vera',
  customer_last_name: 'Lind',
  vendor: 'Blue Fleet',
  sale_date: '2026-03-01',
  total_amount: 1000,
  ...extra,
});

/** Checks portions, imports them, and holds that the check said what happened. */
async function importAsChecked(person: Person, ...portions: ImportRow[][]) {
  const file = { kind: 'sales' as const, file_hash: fileHash() };
  const before = await sql('select count(*) from public.sales');
  const said = await checkRows(person, file, ...portions);
  expect(await sql('select count(*) from public.sales')).toEqual(before);
  const batch = await beginImport(person, file);
  const answers = [];
  for (const rows of portions) answers.push(await importRows(person, batch, rows));
  expect(said).toEqual(answers);
  return { batch, answers, file };
}

const state = (batch: string) =>
  sql(
    `select s.import_row as row, s.status, c.status as commission, c.amount::float, c.agent_amount::float as share,
       c.received_on::text, p.payment_date::text as paid_on
     from public.sales s join public.commissions c on c.sales_id = s.id
     left join public.agent_payments p on p.commission_id = c.id
     where s.import_batch_id = $1 order by s.import_row`,
    [batch],
  );

test('sales come in with customers and vendors found or made, as the check said', async () => {
  const { batch, answers } = await importAsChecked(agency.admin, [
    sale(1, { customer_email: 'VERA@mail.test', customer_first_name: 'V.' }),
    sale(2, { vendor: ' blue fleet ', commission_rate: 12.5 }),
    sale(3, {
      customer_first_name: 'Nils',
      customer_last_name: 'Holm',
      vendor: 'Nile Boats',
      commission_amount: 80,
    }),
    sale(4, { customer_first_name: 'nils', customer_last_name: 'HOLM', vendor: 'NILE BOATS', notes: 'x' }),
    sale(5, { customer_first_name: 'Nils', customer_last_name: 'Holm', customer_email: 'nils@holm.test' }),
  ]);
  expect(
    answers[0]?.adds.map(({ customer, vendor, makes, commission_amount }) => [
      customer,
      vendor,
      makes,
      commission_amount,
    ]),
  ).toEqual([
    ['Vera Lind', 'Blue Fleet', [], 100],
    ['Vera Lind', 'Blue Fleet', [], 125],
    ['Nils Holm', 'Nile Boats', ['customer', 'vendor'], 80],
    ['Nils Holm', 'Nile Boats', [], 0],
    // The one made with row 3 has no address: it is the same person.
    ['Nils Holm', 'Blue Fleet', [], 100],
  ]);
  expect(answers[0]).toMatchObject({ added: 5, skipped: 0, skips: [], errors: [] });
  expect(await recordsOf(batch)).toBe(1);
  expect(await recordsOf(batch, 'vendors')).toBe(1);
  expect(await sql('select * from private.check_totals()')).toEqual([]);
});

// Holds imports-19
test('a vendor who is new has the rate of its rows and the terms that were said, and earns the next sale its commission', async () => {
  const terms = { vendor_rate: 12.5, vendor_payment_days: 30, vendor_payment_basis: 'return' };
  const { answers } = await importAsChecked(agency.admin, [
    sale(1, { vendor: 'Nile Boats', commission_amount: 125, ...terms }),
    // Without a commission of its own it has the vendor's.
    sale(2, { vendor: 'Nile Boats', ...terms }),
    sale(3, { vendor: 'Blue Fleet', ...terms, vendor_rate: 99 }),
    sale(4, { vendor: 'Silent Tours' }),
  ]);
  expect(answers[0]?.adds.map((each) => each.commission_amount)).toEqual([125, 125, 100, 0]);
  const vendors = await sql(
    `select name, default_commission_rate::float as rate, expected_payment_days as days, expected_payment_basis as basis
     from public.vendors v join public.vendor_terms t on t.vendor_id = v.id
     where v.organization_id = $1 and name <> 'Blue Fleet' order by name`,
    [agency.organizationId],
  );
  expect(vendors).toEqual(
    expect.arrayContaining([
      { name: 'Nile Boats', rate: 12.5, days: 30, basis: 'return' },
      { name: 'Silent Tours', rate: 0, days: null, basis: 'departure' },
    ]),
  );
});

// Holds imports-16
test('what words of statuses mean is remembered for the agency, whatever the columns, and for no other', async () => {
  const say = async (words: object) =>
    sql(
      `insert into public.import_batches (organization_id, kind, file_name, file_hash, headers, mapping, total_rows, created_by, created_at)
       values ($1, 'sales', 'a.csv', $2, '{A}', jsonb_build_object('words', $3::jsonb), 1, $4, clock_timestamp())`,
      [agency.organizationId, fileHash(), JSON.stringify(words), agency.admin.id],
    );
  await say({ status: { angefragt: 'booked', fix: 'paid' } });
  await say({ status: { fix: 'booked' }, commission_status: { da: 'funds_received' } });
  const ask = async (person: Person) =>
    (await person.api.rpc('last_import_mapping', { kind: 'sales', headers: ['B'], file_hash: fileHash() }))
      .data;
  expect(await ask(agency.agent)).toMatchObject({
    mapping: null,
    words: { status: { angefragt: 'booked', fix: 'booked' }, commission_status: { da: 'funds_received' } },
  });
  expect(await ask((await createTestAgency()).admin)).toMatchObject({ words: {} });
});

test('statuses are reached by the rules of the state machine, payments with their date', async () => {
  await sql('update public.user_terms set commission_split = 60 where user_id = $1', [agency.agent.id]);
  const agent = agency.agent.email;
  const { batch, answers } = await importAsChecked(agency.admin, [
    sale(1, { agent }),
    sale(2, { agent, status: 'paid', received_on: '2026-03-20' }),
    sale(3, {
      agent,
      status: 'paid',
      commission_status: 'agent_paid',
      received_on: '2026-03-20',
      agent_paid_on: '2026-04-01',
    }),
    sale(4, { agent, status: 'paid', agent_paid_on: '2026-04-02' }),
    sale(5, { agent, status: 'cancelled' }),
    sale(6, { agent, commission_status: 'funds_received', received_on: '2026-03-21' }),
    sale(7, { agent, status: 'paid', commission_status: 'cancelled' }),
    sale(8, { status: 'paid', commission_status: 'unpaid' }),
    sale(9, { commission_status: 'agent_paid', agent_paid_on: '2026-04-01' }),
    sale(10, { status: 'paid', commission_status: 'agent_paid' }),
    sale(11, { status: 'cancelled', commission_status: 'funds_received' }),
    sale(12, { status: 'refunded' }),
    sale(13, { status: 'paid', commission_status: 'funds_received', agent_paid_on: '2026-04-01' }),
  ]);
  expect(await state(batch)).toMatchObject([
    { row: 1, status: 'booked', commission: 'unpaid', amount: 100, share: 60, paid_on: null },
    { row: 2, status: 'paid', commission: 'funds_received', received_on: '2026-03-20', paid_on: null },
    { row: 3, status: 'paid', commission: 'agent_paid', received_on: '2026-03-20', paid_on: '2026-04-01' },
    { row: 4, status: 'paid', commission: 'agent_paid', paid_on: '2026-04-02' },
    { row: 5, status: 'cancelled', commission: 'cancelled' },
    { row: 6, status: 'booked', commission: 'funds_received', received_on: '2026-03-21' },
    { row: 7, status: 'paid', commission: 'cancelled' },
  ]);
  expect(answers[0]?.errors.map(({ row_number, field, message }) => [row_number, field, message])).toEqual([
    [8, 'commission_status', expect.stringContaining('of a paid sale counts as received') as string],
    [9, 'commission_status', 'The customer has not paid this sale yet.'],
    [10, 'agent_paid_on', 'Enter when the agent was paid.'],
    [11, 'commission_status', 'The commission of a cancelled sale is cancelled.'],
    [12, 'status', 'Invalid status specified'],
    [13, 'agent_paid_on', 'There is a date of payment, but the agent is not paid.'],
  ]);
});

test('what is refused is said by the rules of sales, and has no effect', async () => {
  await sql(
    `insert into public.customers (organization_id, first_name, last_name) values ($1, 'Two', 'Fold'), ($1, 'Two', 'Fold')`,
    [agency.organizationId],
  );
  await sql(`insert into public.vendors (organization_id, name, archived_at) values ($1, 'Gone', now())`, [
    agency.organizationId,
  ]);
  const fresh = { customer_first_name: 'Never', customer_last_name: 'Made', vendor: 'Never Made' };
  const { batch, answers } = await importAsChecked(agency.admin, [
    sale(1, { ...fresh, total_amount: -1 }),
    sale(2, { ...fresh, travel_date: '2026-05-02', return_date: '2026-05-01' }),
    sale(3, { ...fresh, commission_amount: 1001 }),
    sale(4, { ...fresh, sale_date: '2026-02-30' }),
    sale(5, { ...fresh, booking_reference: ' ' }),
    sale(6, { ...fresh, currency: 'EUR' }),
    sale(7, { ...fresh, agent: 'Somebody Else' }),
    sale(8, { ...fresh, customer_email: 'nowhere' }),
    sale(9, { customer_first_name: 'Two', customer_last_name: 'Fold' }),
    sale(10, { vendor: 'Gone' }),
    sale(11, { vendor: '' }),
    sale(12, { customer_last_name: '' }),
    sale(13, { sale_date: undefined }),
    sale(14),
  ]);
  expect(answers[0]?.errors.map(({ row_number, field, message }) => [row_number, field || message])).toEqual([
    [1, 'total_amount'],
    [2, expect.stringContaining('sales_return_date_after_travel')],
    [3, 'commission_amount'],
    [4, 'sale_date'],
    [5, 'booking_reference'],
    [6, 'currency'],
    [7, 'agent'],
    [8, expect.stringContaining('customers_email_format')],
    [9, 'customer_last_name'],
    [10, 'vendor_id'],
    [11, 'vendor'],
    [12, 'customer_last_name'],
    [13, 'sale_date'],
  ]);
  expect(await state(batch)).toMatchObject([{ row: 14 }]);
  expect(await recordsOf(batch)).toBe(0);
  expect(await recordsOf(batch, 'vendors')).toBe(0);
});

// Holds imports-5
test('a booking that is there is skipped, in the file as in the agency, and says which it is', async () => {
  await agency.sale({ reference: 'THERE-1' });
  const { answers, file } = await importAsChecked(
    agency.admin,
    [sale(1, { booking_reference: 'there-1 ' }), sale(2), sale(3, { booking_reference: 'im-2' })],
    [
      sale(4, { booking_reference: 'IM-2' }),
      sale(5, { booking_reference: 'IM-2', vendor: 'Another' }),
      sale(6, { customer_first_name: 'New', customer_last_name: 'One', vendor: 'Another' }),
      sale(7, { booking_reference: 'BAD', total_amount: -1 }),
    ],
    [
      // Of a row that was refused nothing is left that could be met.
      sale(8, { booking_reference: 'BAD' }),
      sale(9, { customer_first_name: 'New', customer_last_name: 'One', vendor: 'ANOTHER' }),
      sale(10, { booking_reference: 'im-6', vendor: 'another' }),
    ],
  );
  expect(answers.flatMap(({ skips }) => skips)).toEqual([
    { row_number: 1, reason: 'booking', twin: { name: 'THERE-1', detail: 'Vera Lind' } },
    { row_number: 3, reason: 'booking', twin: { row: 2 } },
    { row_number: 4, reason: 'booking', twin: { row: 2 } },
    { row_number: 10, reason: 'booking', twin: { row: 6 } },
  ]);
  // Whoever is new is known by the row that makes them, also in later portions.
  expect(
    answers.flatMap(({ adds }) =>
      adds.map(({ row_number, makes, customer_row, vendor_row }) => [
        row_number,
        makes,
        customer_row,
        vendor_row,
      ]),
    ),
  ).toEqual([
    [2, [], null, null],
    [5, ['vendor'], null, 5],
    [6, ['customer'], 6, 5],
    [8, [], null, null],
    [9, [], 6, 5],
  ]);
  const again = await importRows(agency.owner, await beginImport(agency.owner, file), [sale(2), sale(11)]);
  expect(again).toMatchObject({ added: 1, skips: [{ row_number: 2, reason: 'file' }] });
  expect(
    await sql(
      'select 1 from private.import_check_rows r join public.users u on u.id = r.created_by where u.organization_id = $1',
      [agency.organizationId],
    ),
  ).toEqual([]);
});

test('an agent imports own sales, and learns of no others', async () => {
  await agency.sale({ agent: agency.rival, reference: 'IM-1' });
  const { batch, answers } = await importAsChecked(agency.agent, [
    sale(1),
    sale(2, { agent: agency.agent.email, status: 'paid', commission_status: 'funds_received' }),
    sale(3, { agent: agency.rival.email }),
    sale(4, { agent: 'Nobody At All' }),
    sale(5, { vendor: 'Unknown' }),
    sale(6, { status: 'paid', agent_paid_on: '2026-04-01' }),
    sale(7, { commission_status: 'funds_received' }),
    sale(8, { customer_first_name: 'Own', customer_last_name: 'Customer' }),
  ]);
  const notOwn = 'Only an admin can record a sale for another agent.';
  const notAdmin = 'Only an admin can change the status of a commission.';
  expect(answers[0]?.errors.map(({ row_number, message }) => [row_number, message])).toEqual([
    [3, notOwn],
    [4, notOwn],
    [5, 'There is no vendor of this name. Ask an admin to add it.'],
    [6, notAdmin],
    [7, notAdmin],
  ]);
  expect((await state(batch)).map(({ row }) => row)).toEqual([1, 2, 8]);
  const { data } = await agency.rival.api.from('sales').select('id').eq('import_batch_id', batch);
  expect(data).toEqual([]);
  // A file that somebody else imported is new to an agent, and so are its rows.
  const file_hash = fileHash();
  const admins = await beginImport(agency.admin, { kind: 'sales', file_hash, headers: ['a'] });
  await importRows(agency.admin, admins, [sale(20)]);
  const asked = await agency.agent.api.rpc('last_import_mapping', {
    kind: 'sales',
    headers: ['a'],
    file_hash,
  });
  expect(asked.data).toMatchObject({ earlier: null });
  const own = await beginImport(agency.agent, { kind: 'sales', file_hash });
  expect(await importRows(agency.agent, own, [sale(20)])).toMatchObject({ added: 1 });
  const { error } = await agency.inactive.api.rpc('check_import_rows', {
    kind: 'sales',
    file_hash,
    mapping: {},
    rows: [] as never,
  });
  expect(error?.code).toBe('42501');
});

test('agents are told once how many sales were imported for them, and the other admins how many there are', async () => {
  const { batch } = await importAsChecked(agency.admin, [
    sale(1, { agent: agency.agent.email, status: 'paid', agent_paid_on: '2026-04-01' }),
    sale(2, { agent: agency.agent.email, status: 'cancelled' }),
    sale(3),
  ]);
  const told = () =>
    sql('select user_id, type, message from public.notifications where organization_id = $1 order by type', [
      agency.organizationId,
    ]);
  expect(await told()).toEqual([]);
  await finish(agency.admin, batch);
  await finish(agency.admin, batch);
  expect(await told()).toEqual([
    { user_id: agency.agent.id, type: 'assignment', message: 'admin Test imported 2 sales for you.' },
    { user_id: agency.owner.id, type: 'sale_recorded', message: 'admin Test imported 3 sales.' },
  ]);
});

describe('undo', () => {
  test('takes sales, commissions, payments and what was made for them back, but for what was touched', async () => {
    const { batch } = await importAsChecked(agency.admin, [
      sale(1),
      sale(2, { status: 'paid', agent_paid_on: '2026-04-01', customer_first_name: 'Made', vendor: 'Made' }),
      sale(3, { customer_first_name: 'Kept', vendor: 'Kept' }),
      sale(4, { status: 'paid' }),
      sale(5, { status: 'cancelled', customer_first_name: 'Busy' }),
    ]);
    const one = (row: number) =>
      sqlOne<{ id: string; customer_id: string; commission_id: string }>(
        `select s.id, s.customer_id, c.id as commission_id from public.sales s join public.commissions c on c.sales_id = s.id
         where s.import_batch_id = $1 and s.import_row = $2`,
        [batch, row],
      );
    await agency.admin.api
      .from('sales')
      .update({ notes: 'called' })
      .eq('id', (await one(3)).id);
    await agency.admin.api
      .from('commissions')
      .update({ notes: 'asked' })
      .eq('id', (await one(4)).commission_id);
    await agency.sale({ customer: (await one(5)).customer_id });

    expect(await undo(agency.admin, batch)).toMatchObject({
      removed: 3,
      more: false,
      kept_count: 2,
      kept: [
        { name: 'IM-3', reason: 'edited' },
        { name: 'IM-4', reason: 'edited' },
      ],
    });
    expect((await state(batch)).map(({ row }) => row)).toEqual([3, 4]);
    const names = async (table: string, name: string) =>
      (
        await sql<{ name: string }>(
          `select ${name} as name from public.${table} where import_batch_id = $1 order by 1`,
          [batch],
        )
      ).map((row) => row.name);
    expect(await names('customers', 'first_name')).toEqual(['Busy', 'Kept']);
    expect(await names('vendors', 'name')).toEqual(['Kept']);
    for (const [table, column] of [
      ['sales_history', 'sales_id'],
      ['commissions', 'sales_id'],
    ] as const)
      expect(
        await sql(
          `select 1 from public.${table} t where t.organization_id = $1
             and not exists (select 1 from public.sales s where s.id = t.${column})`,
          [agency.organizationId],
        ),
      ).toEqual([]);
    expect(await sql('select * from private.check_totals()')).toEqual([]);
    expect(await undo(agency.owner, batch)).toMatchObject({ removed: 0, kept_count: 2 });
  });

  test('leaves a sale whose payment to the agent came back', async () => {
    const { batch } = await importAsChecked(agency.admin, [
      sale(1, { status: 'paid', agent_paid_on: '2026-04-01' }),
      sale(2, { status: 'paid', agent_paid_on: '2026-04-01' }),
    ]);
    const { id } = await sqlOne<{ id: string }>(
      `select p.id from public.agent_payments p join public.commissions c on c.id = p.commission_id
       join public.sales s on s.id = c.sales_id where s.import_batch_id = $1 and s.import_row = 1`,
      [batch],
    );
    const { error } = await agency.admin.api.rpc('void_agent_payment', {
      payment_id: id,
      reason: 'Check lost',
    });
    expect(error).toBeNull();
    expect(await undo(agency.admin, batch)).toMatchObject({ removed: 1, kept: [{ name: 'IM-1' }] });
  });

  test('belongs to whoever imported and to admins, and opens histories to nobody else', async () => {
    const { batch } = await importAsChecked(agency.agent, [sale(1)]);
    const { error } = await agency.rival.api.rpc('undo_import', { batch_id: batch });
    expect(error?.message).toBe('This import is no longer there.');
    await expect(
      sql('delete from public.sales_history where organization_id = $1', [agency.organizationId]),
    ).rejects.toThrow('History can be neither changed nor deleted.');
    expect(await undo(agency.agent, batch)).toMatchObject({ removed: 1 });
  });
});

// Holds platform-114
test('a portion of sales that is sent again is answered as before and counted once', async () => {
  const batch = await beginImport(agency.admin, { kind: 'sales' });
  const rows = [
    sale(1, { customer_first_name: 'New', customer_last_name: 'Comer', vendor: 'Twice Lines' }),
    sale(2, { vendor: 'Twice Lines', booking_reference: 'IM-1' }),
    sale(3, { total_amount: -1 }),
    sale(4, { vendor: 'Twice Lines' }),
  ];
  const first = await importRows(agency.admin, batch, rows);
  expect(first).toMatchObject({ added: 2, skipped: 1, errors: [{ row_number: 3 }] });
  expect(await importRows(agency.admin, batch, rows)).toEqual(first);
  expect(await finish(agency.admin, batch)).toMatchObject({ added: 2, skipped: 1, failed: 1 });
});

import { constraintError } from '../../../shared/src/domain/constraints';
import { camelCase } from '../../../shared/src/domain/column-names';
import { sqlOne } from '../support/database';
import { historyOf, saleRow, tryCreate, tryUpdate, updateSale } from '../support/sales';
import { commissionOf, createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let saleId: string;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  saleId = (await agency.sale()).id;
});

const rows = () =>
  sqlOne(
    `select (select count(*) from public.sales) as sales, (select count(*) from public.commissions) as commissions,
       (select count(*) from public.sales_history) as history, (select count(*) from public.sale_travelers) as travelers`,
  );

interface Answer {
  status: number;
  error: { message: string; hint: string | null } | null;
}
/** The field and words a form would show. */
function shown({ error, status }: Answer): unknown[] {
  const known = constraintError(error?.message ?? '');
  return [status, known?.field ?? camelCase(error?.hint ?? ''), known?.message ?? error?.message];
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const AMOUNT = 'Enter an amount like 1,482.50.';
const RANGE = 'Enter an amount of 0 or more. The most is 9,999,999,999.99.';
const DATE = 'Enter a date like 11/19/2026.';

// What a form must never send, and a program may: [what is wrong with it, status, field, words].
const WRONG: [string, object, number, string, string][] = [
  ['letters', { total_amount: 'abc' }, 400, 'totalAmount', AMOUNT],
  ['an empty text', { total_amount: '' }, 400, 'totalAmount', AMOUNT],
  ['not a number', { total_amount: 'NaN' }, 400, 'totalAmount', AMOUNT],
  ['no end', { commission_amount: 'Infinity' }, 400, 'commissionAmount', AMOUNT],
  ['a hexadecimal', { total_amount: '0x1F' }, 400, 'totalAmount', AMOUNT],
  ['a list', { total_amount: [1] }, 400, 'totalAmount', AMOUNT],
  ['a yes', { total_amount: true }, 400, 'totalAmount', AMOUNT],
  ['an object', { commission_rate: { a: 1 } }, 400, 'commissionRate', 'Enter a percentage like 12.5.'],
  ['a minus', { total_amount: -0.01 }, 400, 'totalAmount', RANGE],
  ['too much', { total_amount: 1e10 }, 400, 'totalAmount', RANGE],
  ['far too much', { commission_amount: 1e300 }, 400, 'commissionAmount', RANGE],
  ['a rate above all', { commission_rate: 1e6 }, 400, 'commissionRate', 'Enter a percentage from 0 to 100.'],
  ['a rate below', { commission_rate: -0.01 }, 400, 'commissionRate', 'Enter a percentage from 0 to 100.'],
  ['a null total', { total_amount: null }, 400, 'totalAmount', 'Enter the total amount.'],
  ['a null rate', { commission_rate: null }, 400, 'commissionRate', 'Enter the commission rate.'],
  [
    'a null commission',
    { commission_basis: 'amount', commission_amount: null },
    400,
    'commissionAmount',
    'Enter the commission amount.',
  ],
  ['a null basis', { commission_basis: null }, 400, 'commissionBasis', 'Enter the commission rate.'],
  ['a null customer', { customer_id: null }, 400, 'customerId', 'Choose the customer for this booking.'],
  ['a null vendor', { vendor_id: null }, 400, 'vendorId', 'Choose the vendor for this booking.'],
  ['a null agent', { agent_id: null }, 400, 'agentId', 'Choose the agent who sold this booking.'],
  ['a null date', { sale_date: null }, 400, 'saleDate', 'Enter the sale date.'],
  ['a null reference', { booking_reference: null }, 400, 'bookingReference', 'Enter the booking reference.'],
  ['a blank reference', { booking_reference: ' ' }, 400, 'bookingReference', 'Enter the booking reference.'],
  [
    'a long reference',
    { booking_reference: 'x'.repeat(101) },
    400,
    'bookingReference',
    'Use at most 100 characters.',
  ],
  ['a number for a text', { notes: 5 }, 400, 'notes', 'Enter text here.'],
  ['long notes', { notes: 'x'.repeat(5001) }, 400, 'notes', 'Use at most 5,000 characters.'],
  ['a word for an id', { customer_id: 'me' }, 400, 'customerId', 'Choose the customer for this booking.'],
  ['a number for an id', { vendor_id: 7 }, 400, 'vendorId', 'Choose the vendor for this booking.'],
  [
    'an unknown customer',
    { customer_id: unknownId },
    409,
    'customerId',
    'Choose the customer for this booking.',
  ],
  ['a foreign agent', { agent_id: 'FOREIGN' }, 409, 'agentId', 'Choose the agent who sold this booking.'],
  ['a word for a date', { sale_date: 'tomorrow' }, 400, 'saleDate', DATE],
  ['the end of time', { travel_date: 'infinity' }, 400, 'travelDate', DATE],
  ['a day that is none', { return_date: '2026-02-30' }, 400, 'returnDate', DATE],
  ['a moment', { sale_date: '2026-02-03T00:00:00Z' }, 400, 'saleDate', DATE],
  ['a number for a date', { sale_date: 20260203 }, 400, 'saleDate', DATE],
  [
    'a year of two digits',
    { sale_date: '0026-05-04' },
    400,
    'saleDate',
    'Enter a date between Jan 1, 1900 and Dec 31, 2199.',
  ],
  [
    'a return before travel',
    { travel_date: '2026-07-02', return_date: '2026-07-01' },
    400,
    'returnDate',
    'Return must be on or after departure.',
  ],
  [
    'a commission above the total',
    { commission_basis: 'amount', commission_amount: 1000.01 },
    400,
    'commissionAmount',
    'Commission must be at most the total amount.',
  ],
  ['an unknown basis', { commission_basis: 'guess' }, 400, 'commissionRate', 'Enter the commission rate.'],
  ['a foreign currency', { currency: 'EUR' }, 400, 'currency', 'Use the currency of your organization, USD.'],
  [
    'a field of its own',
    { discount: 5 },
    400,
    'discount',
    'A sale has no field "discount" that can be set here.',
  ],
  [
    'the creator',
    { created_by: unknownId },
    400,
    'createdBy',
    'A sale has no field "created_by" that can be set here.',
  ],
  [
    'the organization',
    { organization_id: unknownId },
    400,
    'organizationId',
    'A sale has no field "organization_id" that can be set here.',
  ],
  ['an id', { id: unknownId }, 400, 'id', 'A sale has no field "id" that can be set here.'],
  [
    'SQL for a field',
    { 'notes = null --': 'x' },
    400,
    'notes = null --',
    'A sale has no field "notes = null --" that can be set here.',
  ],
];

test.each(WRONG)(
  '%s is refused in words, at its field, by both functions',
  async (_what, wrong, ...expected) => {
    const before = await rows();
    const values = JSON.parse(JSON.stringify(wrong).replace('FOREIGN', otherAgency.agent.id)) as object;
    expect(shown(await tryCreate(agency.admin, saleInput(agency, values)))).toEqual(expected);
    expect(shown(await tryUpdate(agency.admin, saleId, 1, values))).toEqual(expected);
    expect(await rows()).toEqual(before);
    expect((await saleRow(saleId)).version).toBe(1);
  },
);

test.each(['customer_id', 'vendor_id', 'booking_reference', 'total_amount'])(
  'a new sale without %s is refused at that field',
  async (column) => {
    const { [column]: _left, ...rest } = saleInput(agency) as Record<string, unknown>;
    expect((await tryCreate(agency.agent, rest)).error).toMatchObject({ code: 'P0001', hint: column });
  },
);

test.each([[[]], ['text'], [5], [null], [[{}]]])('%j is no sale', async (value) => {
  for (const { status, error } of [
    await tryCreate(agency.agent, value),
    await tryUpdate(agency.agent, saleId, 1, value),
  ])
    expect([status, error?.message]).toEqual([400, 'Send the fields of the sale as an object.']);
});

test('a new sale is booked, whatever it says', async () => {
  const { error } = await tryCreate(agency.agent, saleInput(agency, { status: 'paid' }));
  expect(error).toMatchObject({ code: 'P0001', hint: 'status', message: 'A new sale is booked.' });
});

test('what is left out is filled in, and a derived half may be null', async () => {
  const { customerId: customer_id, vendorId: vendor_id } = agency;
  const sale = { customer_id, vendor_id, booking_reference: ' BF-7 ', total_amount: '250.5' };
  const { data } = await tryCreate(agency.agent, sale);
  const { id } = data as unknown as { id: string };
  expect(await saleRow(id)).toMatchObject({
    agent_id: agency.agent.id,
    booking_reference: 'BF-7',
    total_amount: '250.50',
    commission_basis: 'rate',
    commission_rate: '10.00',
    commission_amount: '25.05',
    currency: 'USD',
    status: 'booked',
  });
  expect(await commissionOf(id)).toMatchObject({ amount: '25.05', status: 'unpaid' });
  await updateSale(agency.agent, id, 1, {
    commission_basis: 'amount',
    commission_amount: 50.1,
    commission_rate: null,
    currency: null,
  });
  expect(await saleRow(id)).toMatchObject({ commission_rate: '20.00', commission_amount: '50.10' });
});

test('an agent records and gives nothing in the name of others', async () => {
  const other = { agent_id: agency.rival.id };
  expect((await tryCreate(agency.agent, saleInput(agency, other))).error).toMatchObject({
    hint: 'agent_id',
    message: 'Only an admin can record a sale for another agent.',
  });
  expect((await tryUpdate(agency.agent, saleId, 1, other)).error).toMatchObject({
    hint: 'agent_id',
    message: 'Only an admin can give a sale to another agent.',
  });
});

test('who is inactive, or nobody, records nothing', async () => {
  const before = await rows();
  expect((await tryCreate(agency.inactive, saleInput(agency))).status).toBe(403);
  expect(await rows()).toEqual(before);
});

test('a locked sale says so through the function as well', async () => {
  const { id } = await agency.sale({ paid: true });
  const { error } = await tryUpdate(agency.admin, id, 2, { total_amount: 5, notes: 'x' });
  expect(error).toMatchObject({ code: 'P0001', hint: 'total_amount' });
  expect(await historyOf(id)).toHaveLength(2);
  expect(await updateSale(agency.admin, id, 2, { notes: 'x', booking_reference: 'BF-8' })).toMatchObject({
    outcome: 'saved',
  });
});

test('the reference is required by the table itself', async () => {
  for (const booking_reference of [null, '', '  ']) {
    const wrong = { booking_reference } as { booking_reference: string };
    const insert = await agency.admin.api.from('sales').insert(saleInput(agency, wrong));
    const update = await agency.admin.api.from('sales').update(wrong).eq('id', saleId);
    for (const answer of [insert, update])
      expect(shown(answer)).toEqual([400, 'bookingReference', 'Enter the booking reference.']);
  }
});

import fc from 'fast-check';

/** One thing a person does. Numbers called `sale`, `customer` ... choose from what there is when it is done. */
export type Operation = { by: number } & (
  | { kind: 'create'; plain: boolean; sale: Record<string, unknown>; travelers: number[] }
  | {
      kind: 'edit';
      on: number;
      from: (typeof STARTS)[number];
      changes: Record<string, unknown>;
      travelers: number[] | null;
      /** The owner saves the same sale at the same moment, from the same version. */
      savedAtOnce: boolean;
    }
  | { kind: 'patch'; on: number; changes: Record<string, unknown> }
  | { kind: 'move'; on: number; plain: boolean; status: string; note: string | null }
  | { kind: 'move commission'; on: number; status: string; note: string | null }
  | { kind: 'pay'; on: number; twice: boolean; wrong: Record<string, unknown> | null }
  | { kind: 'forge'; on: number; how: (typeof FORGERIES)[number] }
  | { kind: 'split'; member: Pick; split: number }
  | { kind: 'leave'; member: Pick; heir: Pick }
  | { kind: 'terms'; vendor: Pick; days: number | null; basis: (typeof BASES)[number] }
  | { kind: 'read'; what: (typeof READINGS)[number] }
);

export const FORGERIES = ['version', 'organization', 'history', 'delete', 'payment', 'traveler row'] as const;
/** Which version an editor starts from. */
export const STARTS = ['heard', 'fresh', 'fresh', 'fresh', 'never'] as const;
/** From which day on a vendor counts until it pays. */
export const BASES = ['booking', 'departure', 'return'] as const;
export const READINGS = ['list_sales', 'list_commissions', 'get_sales_by_status'] as const;

/** Stands for the customer, vendor or agent of this number. */
export class Pick {
  constructor(
    readonly from: 'customers' | 'vendors' | 'agents',
    readonly number: number,
  ) {}
}

const number = fc.nat({ max: 1_000_000 });
const pick = (from: Pick['from']) => number.map((n) => new Pick(from, n));
const cents = fc.integer({ min: 0, max: 900_000 }).map((n) => n / 100);
/** Mostly what a person types, sometimes what nobody should. */
const mostly = <Value>(right: fc.Arbitrary<Value>, ...wrong: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });
const day = fc
  .integer({ min: 0, max: 500 })
  .map((n) => new Date(1_750_000_000_000 + n * 86_400_000).toISOString().slice(0, 10));

const fields = {
  customer_id: mostly(pick('customers'), null, 'me'),
  vendor_id: mostly(pick('vendors'), null),
  agent_id: pick('agents'),
  booking_reference: mostly(
    number.map((n) => `REF-${n % 50}`),
    '',
    null,
    'x'.repeat(101),
  ),
  sale_date: mostly(day, null, 'soon', '0026-01-01', '1985-06-01'),
  travel_date: mostly(day, null, 'infinity', '1985-06-01'),
  return_date: mostly(day, null),
  total_amount: mostly(cents, -1, null, 'abc', 1e12, 0),
  commission_basis: mostly(fc.constantFrom('rate', 'amount'), 'guess'),
  commission_rate: mostly(
    fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    -1,
    101,
    1e6,
  ),
  commission_amount: mostly(cents, -1, 1e12),
  notes: mostly(fc.string({ maxLength: 12, unit: 'grapheme-ascii' }), null, 'x'.repeat(5001)),
  currency: mostly(fc.constant('USD'), 'EUR', 'ZZZ'),
};

/** A few columns of a sale, whatever a form or a program might send. */
const changes = fc.oneof(
  { weight: 6, arbitrary: fc.record({ notes: fields.notes, total_amount: cents }, { requiredKeys: [] }) },
  {
    weight: 3,
    arbitrary: fc.record(
      { sale_date: day, booking_reference: fields.booking_reference, customer_id: pick('customers') },
      { requiredKeys: [] },
    ),
  },
  { weight: 3, arbitrary: fc.record({ agent_id: pick('agents') }) },
  { weight: 2, arbitrary: fc.record({ commission_basis: fc.constant('amount'), commission_amount: cents }) },
  { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
);
/** Mostly what the form sends: basis and value of that basis. */
const newSale = fc
  .record(
    {
      customer_id: pick('customers'),
      vendor_id: pick('vendors'),
      booking_reference: fields.booking_reference,
      total_amount: fields.total_amount,
      sale_date: fields.sale_date,
      travel_date: fields.travel_date,
      commission_rate: fields.commission_rate,
      notes: fields.notes,
      agent_id: mostly(fc.constant(undefined), new Pick('agents', 7), new Pick('agents', 10)),
    },
    { requiredKeys: ['customer_id', 'vendor_id', 'booking_reference', 'total_amount'] },
  )
  .map((sale) => Object.fromEntries(Object.entries(sale).filter(([, value]) => value !== undefined)));

const travelers = fc.array(number, { maxLength: 3 });
const saleStatus = mostly(
  fc.constantFrom('paid', 'cancelled', 'booked', 'paid'),
  'lost',
  null,
) as fc.Arbitrary<string>;
const commissionStatus = mostly(
  fc.constantFrom('funds_received', 'unpaid', 'cancelled', 'agent_paid'),
  'lost',
) as fc.Arbitrary<string>;
const note = fc.option(fc.string({ maxLength: 10, unit: 'grapheme-ascii' }), { nil: null });
const wrongPayment = fc.constantFrom<Record<string, unknown>>(
  { amount: 1 },
  { amount: null },
  { payment_date: null },
  { payment_method: 'shells' },
  { created_by: null, reference: 'x'.repeat(201) },
);

const kind = <Kind extends Operation['kind']>(name: Kind) => fc.constant(name);
const person = { by: number };
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ ...person, kind: kind('create'), plain: fc.boolean(), sale: newSale, travelers }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      ...person,
      kind: kind('edit'),
      on: number,
      from: fc.constantFrom(...STARTS),
      changes,
      travelers: fc.option(travelers, { nil: null }),
      savedAtOnce: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...person, kind: kind('patch'), on: number, changes }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...person,
      kind: kind('move'),
      on: number,
      plain: fc.boolean(),
      status: saleStatus,
      note,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...person,
      kind: kind('move commission'),
      on: number,
      status: commissionStatus,
      note,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...person,
      kind: kind('pay'),
      on: number,
      twice: fc.boolean(),
      wrong: fc.option(wrongPayment, { nil: null, freq: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...person, kind: kind('forge'), on: number, how: fc.constantFrom(...FORGERIES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      kind: kind('terms'),
      vendor: pick('vendors'),
      days: fc.option(fc.nat({ max: 90 }), { nil: null, freq: 4 }),
      basis: fc.constantFrom(...BASES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...person,
      kind: kind('split'),
      member: pick('agents'),
      split: fc.constantFrom(0, 33.33, 60, 100, -1, 101),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...person, kind: kind('leave'), member: pick('agents'), heir: pick('agents') }),
  },
  { weight: 1, arbitrary: fc.record({ ...person, kind: kind('read'), what: fc.constantFrom(...READINGS) }) },
);

import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from './support/database';
import {
  createTestAgency,
  readyToPay,
  recordSale,
  saleInput,
  type Person,
  type TestAgency,
} from './support/test-agency';

/** Every create is done once for each key, however often it is sent (docs/product.md, Nothing twice). */
let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

/** One way to create something. */
interface Create {
  command: string;
  /** Who creates it, and what is sent: something else each time. */
  prepare: () => Promise<{ by: Person; args: Record<string, unknown> }>;
  /** What changes in what is sent, and the field it is in. */
  other: (args: Record<string, unknown>) => { args: Record<string, unknown>; differs: string };
  /** What is sent is refused. */
  wrong: (args: Record<string, unknown>) => Record<string, unknown>;
  /** How many there are by now. */
  count: () => Promise<number>;
  /** "Saved already as …". */
  name: (args: Record<string, unknown>) => string;
}

const countOf = async (table: string, where = 'true') =>
  (
    await sqlOne<{ n: number }>(
      `select count(*)::int as n from ${table} where organization_id = $1 and ${where}`,
      [agency.organizationId],
    )
  ).n;

const saleOf = (args: Record<string, unknown>) => args['sale'] as Record<string, unknown>;

/** A commission that can be paid. */
async function payable() {
  const sale = await recordSale(agency.agent, agency, { booking_reference: `KEY-${randomUUID()}` });
  return { payment: await readyToPay(agency, sale.id), sale };
}

/** What the commission of these arguments was booked as. */
const references = new Map<unknown, string>();
const referenceOf = (args: Record<string, unknown>) => references.get(args['commission_id']) ?? '';

async function remembered() {
  const { payment, sale } = await payable();
  const { booking_reference } = await sqlOne<{ booking_reference: string }>(
    'select booking_reference from public.sales where id = $1',
    [sale.id],
  );
  references.set(payment.commission_id, booking_reference);
  return payment;
}

const CREATES: Create[] = [
  {
    command: 'create_sale',
    prepare: () =>
      Promise.resolve({
        by: agency.agent,
        args: { sale: saleInput(agency, { booking_reference: `KEY-${randomUUID()}` }), traveler_ids: [] },
      }),
    other: (args) => ({ args: { ...args, sale: { ...saleOf(args), notes: 'Other' } }, differs: 'notes' }),
    wrong: (args) => ({ ...args, sale: { ...saleOf(args), total_amount: -1 } }),
    count: () => countOf('public.commissions'),
    name: (args) => String(saleOf(args)['booking_reference']),
  },
  {
    command: 'record_agent_payment',
    prepare: async () => ({ by: agency.admin, args: { ...(await remembered()), reference: 'W-1' } }),
    other: (args) => ({ args: { ...args, reference: 'W-2' }, differs: 'reference' }),
    wrong: (args) => ({ ...args, amount: 0.01 }),
    count: () => countOf('public.agent_payments'),
    name: (args) => `the payment of ${referenceOf(args)}`,
  },
  {
    command: 'record_receipt',
    prepare: async () => {
      const { commission_id } = await remembered();
      return { by: agency.admin, args: { commission_id, received_on: '2026-06-01', received_amount: 12.5 } };
    },
    other: (args) => ({ args: { ...args, received_amount: 13 }, differs: 'received_amount' }),
    wrong: (args) => ({ ...args, received_amount: 0 }),
    // What the history has of it: recorded twice it would be there twice.
    count: () => countOf('public.commission_history', "new_data ? 'received_on'"),
    name: (args) => `the receipt of ${referenceOf(args)}`,
  },
  {
    command: 'record_recall',
    prepare: async () => {
      const payment = await remembered();
      const { error } = await agency.admin.api.rpc('record_agent_payment', payment);
      expect(error).toBeNull();
      return {
        by: agency.admin,
        args: { commission_id: payment.commission_id, amount: 0.5, note: 'Cancelled late' },
      };
    },
    other: (args) => ({ args: { ...args, amount: 0.6 }, differs: 'amount' }),
    wrong: (args) => ({ ...args, note: ' ' }),
    count: () => countOf('public.payout_lines', "kind = 'recall'"),
    name: (args) => `what is taken back of ${referenceOf(args)}`,
  },
  {
    command: 'add_payout_adjustment',
    prepare: () =>
      Promise.resolve({
        by: agency.admin,
        args: { agent_id: agency.agent.id, kind: 'bonus', amount: 25, note: 'Contest' },
      }),
    other: (args) => ({ args: { ...args, note: 'Another contest' }, differs: 'note' }),
    wrong: (args) => ({ ...args, amount: -1 }),
    count: () => countOf('public.payout_lines', "kind = 'bonus'"),
    name: () => 'a bonus of 25.00',
  },
];

interface Answered {
  data: { success?: boolean } | null;
  error: { code: string; message: string; hint: string | null; details: string } | null;
}

const ask = async (by: Person, command: string, args: object) =>
  (await by.api.rpc(command as never, args as never)) as unknown as Answered;

const isRefused = ({ data, error }: Answered) => error !== null || data?.success === false;

const keyRows = (key: string) =>
  sql<{ user_id: string; answer: unknown }>('select * from private.request_keys where key = $1', [key]);

describe.each(CREATES)('$command', ({ command, prepare, other, wrong, count, name }) => {
  test('is done once, and repeated with the same answer', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const sent = { ...args, request_key: randomUUID() };
    const first = await ask(by, command, sent);
    expect(isRefused(first)).toBe(false);
    const again = await ask(by, command, sent);
    expect(again).toMatchObject({ data: first.data, error: null });
    expect(await count()).toBe(before + 1);
  });

  test('is done once when it is sent five times at once', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const sent = { ...args, request_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(by, command, sent)));
    expect(answers.filter(isRefused)).toEqual([]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test('may be corrected with the same key after a refusal', async () => {
    const { by, args } = await prepare();
    const before = await count();
    const request_key = randomUUID();
    expect(isRefused(await ask(by, command, { ...wrong(args), request_key }))).toBe(true);
    expect((await keyRows(request_key)).filter(({ answer }) => answer !== null)).toEqual([]);
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    expect(await count()).toBe(before + 1);
  });

  test('says what was saved when something else is sent with its key', async () => {
    const { by, args } = await prepare();
    const request_key = randomUUID();
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    const before = await count();
    const changed = other(args);
    const { error } = await ask(by, command, { ...changed.args, request_key });
    expect(error).toMatchObject({
      code: 'P0001',
      hint: 'saved_already',
      message: `Saved already as ${name(args)}.`,
    });
    expect(JSON.parse(error?.details ?? '')).toMatchObject({ differs: [changed.differs] });
    expect(await count()).toBe(before);
  });

  test('knows a key as that of one person: with another one’s nothing is told', async () => {
    const { by, args } = await prepare();
    const sent = { ...args, request_key: randomUUID() };
    expect(isRefused(await ask(by, command, sent))).toBe(false);
    for (const person of [agency.owner, otherAgency.owner, agency.inactive]) {
      const answer = await ask(person, command, sent);
      expect(JSON.stringify(answer)).not.toContain('Saved already');
      // It was done anew for this person, or refused like any other request of theirs.
      const kept = await keyRows(sent.request_key);
      expect(kept.some(({ user_id, answer: own }) => user_id === person.id && own !== null)).toBe(
        !isRefused(answer),
      );
    }
  });

  test('forgets the key after 31 days', async () => {
    const { by, args } = await prepare();
    const request_key = randomUUID();
    const age = (days: string) =>
      sql('update private.request_keys set created_at = now() - $2::interval where key = $1', [
        request_key,
        days,
      ]);
    expect(isRefused(await ask(by, command, { ...args, request_key }))).toBe(false);
    await age('30 days 23 hours');
    await sql('select private.forget_request_keys()');
    expect(await keyRows(request_key)).toHaveLength(1);
    await age('31 days 1 minute');
    await sql('select private.forget_request_keys()');
    expect(await keyRows(request_key)).toEqual([]);
  });
});

test('a request without a key is done each time, as by a form of before', async () => {
  const before = await countOf('public.sales');
  for (let n = 0; n < 2; n += 1) {
    const { error } = await ask(agency.agent, 'create_sale', { sale: saleInput(agency) });
    expect(error).toBeNull();
  }
  expect(await countOf('public.sales')).toBe(before + 2);
});

test('a sale that was given away is named to nobody it does not belong to', async () => {
  const sent = { sale: saleInput(agency, { booking_reference: 'GIVEN-1' }), request_key: randomUUID() };
  expect((await ask(agency.agent, 'create_sale', sent)).error).toBeNull();
  await sql("update public.sales set agent_id = $1 where booking_reference = 'GIVEN-1'", [agency.rival.id]);
  const other = { ...sent, sale: { ...sent.sale, notes: 'Other' } };
  const { error } = await ask(agency.agent, 'create_sale', other);
  expect(error).toMatchObject({ message: 'Saved already.' });
  expect(JSON.parse(error?.details ?? '')).toEqual({ differs: ['notes'] });
});

test('what is kept is no word of what was typed', async () => {
  const sale = saleInput(agency, { notes: 'Secret-Word', booking_reference: 'WORD-1' });
  const request_key = randomUUID();
  expect((await ask(agency.agent, 'create_sale', { sale, request_key })).error).toBeNull();
  expect(JSON.stringify(await keyRows(request_key))).not.toMatch(/Secret-Word|WORD-1/);
});

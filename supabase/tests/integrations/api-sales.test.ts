import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { sale as inList, saleWithParts } from '../../functions/_shared/api/sales';
import { askApi, beFunction } from '../support/api-function';
import { makeKey } from '../support/api-keys';
import { ask } from '../support/bank';
import { sql } from '../support/database';
import { createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

/** What a sale is made of, who shares it, its plan and its group, as programs read and write them. */
let agency: TestAgency;
let other: TestAgency;
let key: string;
let keyId: string;
beforeAll(async () => {
  beFunction();
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  ({ id: keyId, key } = await makeKey(agency));
});
afterAll(() => void Reflect.deleteProperty(globalThis, 'Deno'));
beforeEach(() => sql('update private.api_key_uses set window_requests = 0'));

const once = () => ({ 'idempotency-key': randomUUID() });
const create = (body: object) => askApi('POST', '/sales', { key, body, headers: once() });
const change = (id: string, version: number, body: object) =>
  askApi('PATCH', `/sales/${id}`, { key, body, headers: { ...once(), 'if-match': `"${version}"` } });

const plain = () => ({
  customer_id: agency.customerId,
  vendor_id: agency.vendorId,
  agent_id: agency.agent.id,
  booking_reference: `PARTS-${randomUUID().slice(0, 8)}`,
});
const CABIN = { kind: 'cruise', text: 'Balcony cabin', amount: '4500', earns: 'rate', rate: '12' };
const LINES = [
  CABIN,
  { kind: 'discount', amount: '-100.00', earns: 'amount', commission: '-12.00' },
  { kind: 'taxes', text: null, amount: '320.50' },
  { kind: 'service_fee', amount: '75' },
];
const shared = () => [
  { user_id: agency.rival.id, role: 'co_seller', percent: '25' },
  { user_id: agency.admin.id, role: 'referral', percent: '2.5' },
];

/** A sale as answers say it. */
type Said = v.InferOutput<typeof saleWithParts>;
const saidOf = (body: unknown): Said => v.parse(saleWithParts, body);

// Holds integrations-35
test('lines and co-sellers are recorded and said, and the total is the sum of the lines', async () => {
  const made = await create({ ...plain(), lines: LINES, co_sellers: shared() });
  expect(made).toMatchObject({
    status: 201,
    body: {
      total_amount: '4795.50',
      commission_amount: '528.00',
      commission_basis: 'amount',
      plan: [],
      group: null,
    },
  });
  const sale = saidOf(made.body);
  expect(sale.lines).toEqual([
    { ...CABIN, amount: '4500.00', rate: '12.00', commission: '540.00' },
    { kind: 'discount', text: null, amount: '-100.00', earns: 'amount', rate: '12.00', commission: '-12.00' },
    { kind: 'taxes', text: null, amount: '320.50', earns: 'nothing', rate: '0.00', commission: '0.00' },
    { kind: 'service_fee', text: null, amount: '75.00', earns: 'nothing', rate: '0.00', commission: '0.00' },
  ]);
  expect(sale.co_sellers).toEqual([
    { user_id: agency.rival.id, role: 'co_seller', percent: '25.00' },
    { user_id: agency.admin.id, role: 'referral', percent: '2.50' },
  ]);
  expect((await askApi('GET', `/sales/${sale.id}`, { key })).body).toEqual(made.body);
});

// Holds integrations-36
test('what was read can be sent back, and changes nothing; other lines take the place of those there are', async () => {
  const { id, version, lines, co_sellers } = saidOf(
    (await create({ ...plain(), lines: LINES, co_sellers: shared() })).body,
  );
  const same = await change(id, version, { lines, co_sellers });
  expect(same).toMatchObject({ status: 200, body: { version, lines, co_sellers } });
  const fewer = await change(id, version, { lines: [CABIN], co_sellers: [] });
  expect(fewer).toMatchObject({
    status: 200,
    body: { version: version + 1, total_amount: '4500.00', commission_amount: '540.00', co_sellers: [] },
  });
  expect(saidOf(fewer.body).lines).toHaveLength(1);
  const kept = await change(id, version + 1, { travel_date: '2027-06-01' });
  expect(saidOf(kept.body).lines).toEqual(saidOf(fewer.body).lines);
});

const line = (more: object) => ({ lines: [CABIN, { ...CABIN, ...more }] });
const sharing = (more: object) => ({ co_sellers: [{ ...shared()[0], ...more }] });

/** Everything that the product refuses of lines and shares, and a schema does not. */
const REFUSED: readonly (readonly [what: string, () => object])[] = [
  ['neither total nor lines', () => ({})],
  ['a discount above zero', () => line({ kind: 'discount', amount: '5' })],
  ['an amount below zero', () => line({ amount: '-5' })],
  ['a rate that is missing', () => line({ rate: null })],
  ['a rate above all', () => line({ rate: '100.01' })],
  ['a commission that is missing', () => line({ earns: 'amount' })],
  ['a commission above its line', () => line({ earns: 'amount', commission: '4500.01' })],
  ['lines below nothing', () => ({ lines: [{ kind: 'discount', amount: '-5' }] })],
  ['more lines than a sale has', () => ({ lines: Array.from({ length: 61 }, () => CABIN) })],
  ['the seller as co-seller', () => sharing({ user_id: agency.agent.id })],
  ['somebody twice', () => ({ co_sellers: [shared()[0], shared()[0]] })],
  ['nothing for somebody', () => sharing({ percent: '0' })],
  ['all for somebody', () => sharing({ percent: '100' })],
  [
    'nothing left for the seller',
    () => ({ co_sellers: shared().map((each) => ({ ...each, percent: '50' })) }),
  ],
  ['more people than share a sale', () => ({ co_sellers: Array.from({ length: 10 }, () => shared()[0]) })],
  ['somebody of another agency', () => sharing({ user_id: other.agent.id })],
  ['nobody', () => sharing({ user_id: '11111111-1111-4111-8111-111111111111' })],
  ['a program', () => sharing({ user_id: keyId })],
];

// Holds integrations-37
test.each(REFUSED)('a sale with %s is refused as people are, at the same field', async (_what, wrong) => {
  const total = 'lines' in wrong() || 'co_sellers' in wrong();
  const body = { ...plain(), ...(total && { total_amount: '100' }), ...wrong() };
  const { error } = await agency.admin.api.rpc('create_sale', { sale: body });
  const { code } = JSON.parse(error?.details ?? '{}') as { code?: string };
  const answer = await create(body);
  expect({ status: answer.status, code: answer.body['code'], field: answer.body['field'] }).toEqual({
    status: 422,
    code,
    field: error?.hint,
  });
  expect(answer.body['detail']).toBe(error?.message);
  expect(
    await sql('select from public.sales where booking_reference = $1', [body.booking_reference]),
  ).toEqual([]);
});

// Holds integrations-38
test.each([
  ['a line that is nothing', () => ({ lines: [CABIN, null] }), 'lines.1'],
  ['a kind that there is none', () => line({ kind: 'space' }), 'lines.1.kind'],
  ['an amount that is none', () => line({ amount: '1,000' }), 'lines.1.amount'],
  ['a field of a line that there is none', () => line({ note: 'x' }), 'lines.1.note'],
  ['half of a letter in a line', () => line({ text: '\ud800' }), null],
  ['a role that there is none', () => sharing({ role: 'seller' }), 'co_sellers.0.role'],
  ['a part that is none', () => sharing({ percent: '1.234' }), 'co_sellers.0.percent'],
  ['a plan, which programs only read', () => ({ plan: [] }), 'plan'],
  ['a group, which programs only read', () => ({ group: null }), 'group'],
])('a sale with %s is not what the address takes', async (_what, wrong, field) => {
  const answer = await create({ ...plain(), total_amount: '100', ...wrong() });
  expect([answer.status, answer.body['field']]).toEqual([400, field]);
});

// Holds integrations-39
test('a key that reads sales alone is told nobody’s name, nor a note, and lists say no more than before', async () => {
  const secret = 'Zzyzx';
  const [traveler] = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name, email, notes)
     values ($1, $2, $2, 'zzyzx@mail.test', $2) returning id`,
    [agency.organizationId, secret],
  );
  await sql('update public.users set last_name = $2 where id = $1', [agency.rival.id, secret]);
  const { id: groupId } = await ask<{ id: string }>(agency.admin, 'save_sale_group', {
    sale_group: { name: 'Spring fjords', vendor_id: agency.vendorId, notes: secret },
  });
  const { id } = await ask<{ id: string }>(agency.admin, 'create_sale', {
    sale: saleInput(agency, {
      agent_id: agency.agent.id,
      customer_id: traveler?.id,
      notes: secret,
      lines: [CABIN],
      co_sellers: shared(),
      group_id: groupId,
      commission_basis: undefined,
      commission_rate: undefined,
      payment_plan: [{ kind: 'final', due_on: '2027-02-05', amount: null }],
    }),
    traveler_ids: [agency.customerId],
  });
  const { key: narrow } = await makeKey(agency, ['sales:read']);
  const { status, body } = await askApi('GET', `/sales/${id}`, { key: narrow });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      group: { id: groupId, name: 'Spring fjords' },
      plan: [{ kind: 'final', due_on: '2027-02-05', amount: '4500.00', open_amount: '4500.00' }],
    },
  });
  saidOf(body);
  expect(JSON.stringify(body)).not.toMatch(/zzyzx|vera|lind/i);
  const listed = await askApi('GET', `/sales?customer_id=${traveler?.id}`, { key: narrow });
  const [row] = listed.body['data'] as unknown[];
  v.parse(inList, row);
  expect(JSON.stringify(row)).not.toMatch(/zzyzx|vera|lind/i);
  expect(
    (
      await askApi('PATCH', `/sales/${id}`, {
        key: narrow,
        body: { lines: [] },
        headers: { ...once(), 'if-match': '"1"' },
      })
    ).body,
  ).toMatchObject({ status: 403, code: 'api_scope_missing' });
});

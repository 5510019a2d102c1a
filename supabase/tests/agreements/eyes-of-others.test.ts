import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { agree, rule } from '../support/overrides';
import { approve, pay, pageOf } from '../support/payouts';
import { createSale, setStatus } from '../support/sales';
import {
  commissionOf,
  createMember,
  createTestAgency,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/**
 * Whoever has a part of a sale asks everything there is to ask, and looks for the money of the others: a co-seller, a referral, leads, an agent who
 * has nothing, and the admin of another agency. Of a sale whose sums appear nowhere by chance.
 */
let agency: TestAgency;
let people: Record<
  'seller' | 'co_seller' | 'referral' | 'lead' | 'charging' | 'nobody' | 'admin' | 'rival',
  Person
>;
let reads: [name: string, args: object][];

interface Money {
  user_id: string | null;
  role: string;
  amounts: number[];
}
let money: Money[];

beforeAll(async () => {
  agency = await createTestAgency();
  const other = await createTestAgency();
  const [referral, lead, charging, nobody] = await Promise.all(
    [33, 50, 50, 50].map((split) => createMember(agency.organizationId, 'agent', split)),
  );
  if (!referral || !lead || !charging || !nobody) throw new Error('Nobody is there');
  people = {
    seller: agency.agent,
    co_seller: agency.rival,
    referral,
    lead,
    charging,
    nobody,
    admin: agency.admin,
    rival: other.admin,
  };
  await sql('update public.user_terms set commission_split = 50 where user_id = any ($1)', [
    [agency.owner.id, agency.admin.id],
  ]);
  await agree(agency, lead, [rule([agency.agent, agency.rival], { percent: 3.7 })]);
  await agree(agency, charging, [rule([agency.agent], { percent: 2.9, base: 'agent', taken_from: 'agent' })]);
  const { id: group } = await ask<{ id: string }>(agency.admin, 'save_sale_group', {
    sale_group: { name: 'Choir', vendor_id: agency.vendorId },
  });
  const { id } = await createSale(agency.agent, agency, {
    ...{ booking_reference: 'EYES-1', sale_date: '2026-05-04', group_id: group },
    ...{ total_amount: undefined, commission_basis: undefined, commission_rate: undefined },
    lines: [
      { kind: 'cruise', text: 'Cabin', amount: 8562.34, earns: 'rate', rate: 20 },
      { kind: 'service_fee', text: 'Ours', amount: 611.17, earns: 'nothing' },
    ],
    co_sellers: [
      { user_id: agency.rival.id, role: 'co_seller', percent: 23 },
      { user_id: referral.id, role: 'referral', percent: 7 },
    ],
  });
  await setStatus(agency.admin, id, 'paid');
  const commission = await commissionOf(id);
  await ask(agency.admin, 'record_receipt', {
    ...{
      commission_id: commission.id,
      received_on: '2026-06-01',
      received_amount: Number(commission.amount),
    },
  });
  const batch = await agency.payout();
  await approve(agency.admin, batch);
  await pay(agency.admin, batch, randomUUID());
  const { agents } = await pageOf(agency.admin, batch);
  expect(agents).toHaveLength(5);
  const statements = await sql<{ id: string }>(
    'select id from public.payout_statements where organization_id = $1',
    [agency.organizationId],
  );
  const shares = await sql<Money>(
    `select user_id, role, array[agent_amount::float8] || case when place is null then '{}' else array[gross_part::float8] end as amounts
     from public.commission_shares where organization_id = $1`,
    [agency.organizationId],
  );
  const seller = await sqlOne<{ part: number }>(
    'select (private.parts_of($1::numeric, $2::numeric[]))[1]::float8 as part',
    [commission.amount, [70, 23, 7]],
  );
  money = [
    ...shares,
    { user_id: agency.agent.id, role: 'seller', amounts: [Number(commission.agent_amount), seller.part] },
    { user_id: null, role: 'agency', amounts: [9173.51, 8562.34, 611.17, Number(commission.amount)] },
  ];
  const always = { range: 'custom', from: '2020-01-01', to: '2040-12-31' };
  const reports = ['sales', 'commissions', 'performance'].flatMap((report) =>
    ['month', 'agent', 'vendor', 'customer'].map((group_by) => ({
      ...always,
      report,
      basis: 'sale',
      group: group_by,
    })),
  );
  reads = [
    ...reports.map((definition): [string, object] => ['run_report', { definition }]),
    ...reports.map((definition): [string, object] => ['get_report_rows', { definition }]),
    ['run_report', { definition: { ...always, report: 'agent_year', basis: 'paid', group: 'agent' } }],
    ...[
      {},
      { agent_id: agency.agent.id },
      { customer_search: 'EYES' },
      { sort: 'total_amount' },
      { vendor_id: agency.vendorId },
    ].map((args): [string, object] => ['list_sales', args]),
    ...[
      {},
      { agent_id: agency.agent.id },
      { search: 'EYES' },
      { sort: 'amount' },
      { status: 'agent_paid' },
    ].map((args): [string, object] => ['list_commissions', args]),
    ['export_sales', {}],
    ['export_commissions', {}],
    ['search_everything', { query: 'EYES-1' }],
    ['search_everything', { query: 'Lind' }],
    ['get_dashboard', {}],
    ['get_dashboard', { parts: ['payable', 'departures'] }],
    ['get_top_agents', { start_date: '2026-01-01', end_date: '2026-12-31' }],
    ['get_top_vendors', { start_date: '2026-01-01', end_date: '2026-12-31' }],
    ['get_my_payouts', {}],
    ['list_payouts', {}],
    ['get_payout', { batch_id: batch }],
    ...statements.map(({ id: statement_id }): [string, object] => ['get_statement', { statement_id }]),
    ['get_commission_record', { commission_id: commission.id }],
    ['get_commission_shares', { commission_id: commission.id }],
    ['list_other_commissions', {}],
    ['get_sale_shares', { sale_id: id }],
    ['get_shared_sale', { sale_id: id }],
    ['get_sale_history', { sale_id: id }],
    ['get_customer_payments', { sale_id: id }],
    ['get_sale_group', { group_id: group }],
    ['list_sale_groups', {}],
    ['get_customer_page', { customer_id: agency.customerId }],
    ['get_customer_profile', { customer_id: agency.customerId }],
    ['get_vendor_page', { vendor_id: agency.vendorId }],
    ['get_vendor_profile', { vendor_id: agency.vendorId }],
    ['get_vendor_terms', { vendor_id: agency.vendorId }],
    ['list_team', {}],
    ...Object.values(people).flatMap(({ id: member_id }): [string, object][] => [
      ['get_member_page', { member_id }],
      ['get_member_profile', { member_id }],
      ['get_agreement', { member_id }],
    ]),
    // What is refused says nothing either.
    ['cancel_sale_with_penalty', { sale_id: id, amount: 999_999 }],
    [
      'record_customer_payment',
      { sale_id: id, amount: 999_999, paid_on: '2026-06-01', payment_method: 'card' },
    ],
    ['record_receipt', { commission_id: commission.id, received_on: '2026-06-01', received_amount: 1 }],
    ['record_recall', { commission_id: commission.id, amount: 999_999, note: 'Mine' }],
    ['hold_commission', { commission_id: commission.id, reason: 'Mine' }],
    ['update_sale', { sale_id: id, expected_version: 1, changes: { total_amount: 1 } }],
  ];
});

const TABLES = [
  ...[
    'sales',
    'commissions',
    'commission_shares',
    'other_commissions',
    'agent_payments',
    'payout_lines',
    'payout_statements',
  ],
  ...[
    'payout_batches',
    'payment_voids',
    'sales_history',
    'commission_history',
    'customer_payments',
    'agreement_versions',
    'notifications',
  ],
] as const;

/** All that a person reads, by what was asked. */
async function readAll(person: Person): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, args] of reads) {
    const { data, error } = await person.api.rpc(name as never, args as never);
    texts.set(`${name} ${JSON.stringify(args)}`, JSON.stringify([data, error]));
  }
  for (const table of TABLES) {
    const { data, error } = await person.api.from(table as 'sales').select('*');
    texts.set(table, JSON.stringify([data, error]));
  }
  return texts;
}

/** The amount as a number or as text, not as a part of another one. */
const says = (text: string, amount: number): boolean => {
  const plain = Math.abs(amount).toFixed(2);
  const grouped = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2 });
  return [String(Math.abs(amount)), plain, grouped].some((each) =>
    new RegExp(String.raw`(?<![\d.,])${each.replaceAll('.', String.raw`\.`)}(?!\d)`).test(text),
  );
};

/** What of others' money stands in what somebody read. */
async function leaks(viewer: keyof typeof people, secret: (row: Money) => boolean): Promise<string[]> {
  // What is taken off one for another is the same sum for both.
  const own = money
    .filter(({ user_id }) => user_id === people[viewer].id)
    .flatMap(({ amounts }) => amounts.map(Math.abs));
  const isSecret = (amount: number) => viewer === 'admin' || !own.includes(Math.abs(amount));
  const secrets = money
    .filter(secret)
    .map((row) => Object.assign({}, row, { amounts: row.amounts.filter(isSecret) }));
  return [...(await readAll(people[viewer]))].flatMap(([asked, text]) =>
    secrets.flatMap(({ role, amounts }) =>
      amounts.filter((amount) => says(text, amount)).map((amount) => `${asked}: ${amount} of ${role}`),
    ),
  );
}

const notOf =
  (viewer: keyof typeof people) =>
  ({ user_id }: Money) =>
    user_id !== people[viewer].id;

test('the admin reads each of the amounts: there is something to find', async () => {
  const found = await leaks('admin', () => true);
  for (const { role, amounts } of money)
    expect(amounts.filter((amount) => !found.some((each) => each.endsWith(`${amount} of ${role}`)))).toEqual(
      [],
    );
});

// Holds agreements-86
test.each(['co_seller', 'referral', 'nobody', 'rival'] as const)(
  'a %s reads nothing of the money of others, whatever is asked',
  async (viewer) => {
    expect(await leaks(viewer, notOf(viewer))).toEqual([]);
  },
);

// What an override is a percent of is what it is agreed on: gross parts, or of one upon the agent's part that part.
// Holds agreements-87
test('a lead reads nothing of others but the gross parts under an override of them', async () => {
  const gross = money.filter(({ role }) => role === 'seller' || role === 'co_seller');
  const upon = gross.flatMap(({ amounts }) => amounts.slice(1));
  const found = await leaks('lead', notOf('lead'));
  expect(found.filter((each) => !upon.some((amount) => each.includes(`: ${amount} of `)))).toEqual([]);
});

test('a lead over an agent’s part reads nothing of others but that part', async () => {
  expect(await leaks('charging', (row) => notOf('charging')(row) && row.role !== 'seller')).toEqual([]);
});

test('the seller reads the sale, and nothing of what the others or leads get', async () => {
  expect(await leaks('seller', (row) => notOf('seller')(row) && row.role !== 'agency')).toEqual([]);
});

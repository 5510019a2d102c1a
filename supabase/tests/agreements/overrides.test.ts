import { randomUUID } from 'node:crypto';
import { ask, createAccount, importLines, line } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { agree, overridesOf, pageOfTerms, rule, sumsOf, type OverrideRule } from '../support/overrides';
import {
  approve,
  faults,
  letDayCome,
  pageOf,
  pay,
  schedule,
  type Done,
  type MyPayouts,
} from '../support/payouts';
import { createSale, setStatus, tryUpdate, updateSale } from '../support/sales';
import { setSplit } from '../support/team';
import {
  commissionOf,
  createMember,
  createTestAgency,
  readyToPay,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** What leads have of others' commissions (docs/product/agreements.md, Overrides). The agent has 60 percent, the rival 80, leads 50. */
let agency: TestAgency;
let lead: Person;
let second: Person;
let names: Record<string, Person>;
beforeEach(async () => {
  agency = await createTestAgency();
  lead = await createMember(agency.organizationId, 'agent', 50);
  second = await createMember(agency.organizationId, 'agent', 50);
  await sql(`update public.user_terms set commission_split = 50 where user_id in ($1, $2)`, [
    agency.owner.id,
    agency.admin.id,
  ]);
  const { owner, admin, agent, rival } = agency;
  names = { owner, admin, agent, rival, lead, second };
});

const done = async (answer: Promise<{ success: boolean; error: string | null }>) =>
  expect(await answer).toMatchObject({ success: true, error: null });
/** A sale of the agent with a commission of so much. */
const sell = async (commission: number, more: object = {}, by = agency.agent) =>
  (
    await createSale(by, agency, {
      total_amount: 10_000,
      commission_rate: undefined,
      commission_basis: 'amount',
      commission_amount: commission,
      ...more,
    })
  ).id;
const told = (saleId: string) => overridesOf(saleId, names);
interface CommissionShare {
  user_id: string;
  role: string;
  agent_amount: number;
  upon?: string;
}
/** The shares of a commission beside its seller's as somebody reads them, overrides with upon whose they are. */
const sharesOf = async (person: Person, commissionId: string) => {
  const shares = await ask<CommissionShare[]>(person, 'get_commission_shares', {
    commission_id: commissionId,
  });
  return shares
    .map(({ user_id, role, agent_amount, upon }) => ({ user_id, role, agent_amount, upon }))
    .sort((a, b) => b.agent_amount - a.agent_amount);
};
const today = async () => (await sqlOne<{ day: string }>('select private.today()::text as day', [])).day;

describe('what a lead has', () => {
  test.each<[Partial<OverrideRule>, string[]]>([
    [{}, ['lead 10.00 of 200.00 over agent']],
    [{ base: 'agency' }, ['lead 4.00 of 80.00 over agent']],
    [{ base: 'agent' }, ['lead 6.00 of 120.00 over agent']],
    [{ taken_from: 'agent' }, ['lead 10.00 of 200.00 over agent', 'agent -10.00 of 200.00 over agent']],
    [
      { percent: 12.5, base: 'agent', taken_from: 'agent' },
      ['lead 15.00 of 120.00 over agent', 'agent -15.00 of 120.00 over agent'],
    ],
  ])('%j', async (more, rows) => {
    await done(agree(agency, lead, [rule([agency.agent], more)]));
    const sale = await sell(200);
    expect(await told(sale)).toEqual(rows);
    // Before overrides: what is taken off is a line of its own.
    expect((await commissionOf(sale)).agent_amount).toBe('120.00');
    expect(await told(await sell(200, {}, agency.rival))).toEqual([]);
  });

  // Holds agreements-88
  test('all are everybody else, also who joins later; who is named has what they are named for; nobody has it of their own or of an override', async () => {
    await done(agree(agency, lead, [rule('all', { percent: 2 }), rule([agency.rival], { percent: 10 })]));
    await done(agree(agency, second, [rule('all', { percent: 1 })]));
    const late = await createMember(agency.organizationId, 'agent', 40);
    names['late'] = late;
    expect(await told(await sell(100))).toEqual([
      'lead 2.00 of 100.00 over agent',
      'second 1.00 of 100.00 over agent',
    ]);
    expect(await told(await sell(100, {}, agency.rival))).toEqual([
      'lead 10.00 of 100.00 over rival',
      'second 1.00 of 100.00 over rival',
    ]);
    expect(await told(await sell(100, {}, late))).toEqual([
      'lead 2.00 of 100.00 over late',
      'second 1.00 of 100.00 over late',
    ]);
    expect(await told(await sell(100, {}, lead))).toEqual(['second 1.00 of 100.00 over lead']);
  });

  // Holds agreements-89, payouts-24
  test('it is of each share, and says so: the seller’s, a co-seller’s, of a service fee and of a penalty', async () => {
    await done(agree(agency, lead, [rule([agency.agent, agency.rival])]));
    await sql(`update public.users set first_name = 'rival' where id = $1`, [agency.rival.id]);
    const sale = await createSale(agency.agent, agency, {
      total_amount: undefined,
      commission_rate: undefined,
      lines: [
        { kind: 'cruise', amount: 1000, earns: 'rate', rate: 20 },
        { kind: 'service_fee', amount: 40 },
      ],
      co_sellers: [{ user_id: agency.rival.id, role: 'referral', percent: 25 }],
    });
    const vendor = ['lead 7.50 of 150.00 over agent', 'lead 2.50 of 50.00 over rival'];
    expect(await told(sale.id)).toEqual([
      ...vendor,
      'lead 1.50 of 30.00 over agent, service_fee',
      'lead 0.50 of 10.00 over rival, service_fee',
    ]);
    const { id } = await commissionOf(sale.id);
    const shares = [
      { user_id: lead.id, role: 'override', agent_amount: 7.5, upon: 'agent Test' },
      { user_id: lead.id, role: 'override', agent_amount: 2.5, upon: 'rival Test' },
    ];
    expect(await sharesOf(agency.admin, id)).toEqual([
      { user_id: agency.rival.id, role: 'referral', agent_amount: 40, upon: undefined },
      ...shares,
    ]);
    expect(await sharesOf(lead, id)).toEqual(shares);
    const { rows: others } = await ask<{ rows: { shares: { role: string; upon?: string }[] }[] }>(
      agency.admin,
      'list_other_commissions',
    );
    const upon = others.flatMap((each) => each.shares).filter(({ role }) => role === 'override');
    expect(upon.map((each) => each.upon).sort()).toEqual(['agent Test', 'rival Test']);
    await ask(agency.admin, 'cancel_sale_with_penalty', { sale_id: sale.id, amount: 80 });
    expect(await told(sale.id)).toEqual([
      ...vendor.map((row) => `${row}, cancelled`),
      'lead 1.50 of 30.00 over agent, service_fee, cancelled',
      'lead 0.50 of 10.00 over rival, service_fee, cancelled',
      'lead 3.00 of 60.00 over agent, penalty',
      'lead 1.00 of 20.00 over rival, penalty',
    ]);
  });

  // Holds agreements-94
  test('who is deactivated gets nothing of new sales, and keeps what there was', async () => {
    await done(agree(agency, lead, [rule([agency.agent])]));
    const before = await sell(100);
    await done(ask(agency.owner, 'set_member_active', { member_id: lead.id, active: false }));
    expect(await told(await sell(100))).toEqual([]);
    expect(await told(before)).toEqual(['lead 5.00 of 100.00 over agent']);
  });

  test('no other agency has any, whatever its terms say', async () => {
    const other = await createTestAgency();
    await done(agree(agency, lead, [rule('all')]));
    const sale = await createSale(other.agent, other);
    expect(await told(sale.id)).toEqual([]);
    expect(await agree(agency, lead, [rule([other.agent])], { from: await today() })).toMatchObject({
      field: 'overrides',
      code: 'override_person_unknown',
    });
  });
});

describe('kept in step', () => {
  // Holds agreements-93
  test('with the amount, the co-sellers and the split, while it is open', async () => {
    await done(agree(agency, lead, [rule('all', { base: 'agency', percent: 10 })]));
    const sale = await sell(200);
    expect(await told(sale)).toEqual(['lead 8.00 of 80.00 over agent']);
    await updateSale(agency.agent, sale, 1, { commission_amount: 300 });
    expect(await told(sale)).toEqual(['lead 12.00 of 120.00 over agent']);
    await updateSale(agency.agent, sale, 2, {
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 50 }],
    });
    // 150.00 each: 60.00 and 30.00 stay with the agency.
    expect(await told(sale)).toEqual(['lead 6.00 of 60.00 over agent', 'lead 3.00 of 30.00 over rival']);
    await sql(
      `update public.commission_shares set split = 70, agent_amount = round(gross_part * 0.7, 2) where sales_id = $1 and role = 'seller'`,
      [sale],
    );
    expect(await told(sale)).toEqual(['lead 4.50 of 45.00 over agent', 'lead 3.00 of 30.00 over rival']);
    await updateSale(agency.agent, sale, 3, { co_sellers: [] });
    expect(await told(sale)).toEqual(['lead 9.00 of 90.00 over agent']);
  });

  // Holds agreements-92
  test('with the sale: cancelled with it, and another seller’s is that of the other seller', async () => {
    await done(agree(agency, lead, [rule([agency.agent], { taken_from: 'agent' })]));
    await done(agree(agency, second, [rule([agency.rival, agency.agent])]));
    const sale = await sell(100);
    expect(await told(sale)).toEqual([
      'lead 5.00 of 100.00 over agent',
      'second 5.00 of 100.00 over agent',
      'agent -5.00 of 100.00 over agent',
    ]);
    expect((await tryUpdate(agency.admin, sale, 1, { agent_id: agency.rival.id })).error).toBeNull();
    expect(await told(sale)).toEqual([
      'lead 5.00 of 100.00 over rival, cancelled',
      'second 5.00 of 100.00 over rival',
      'agent -5.00 of 100.00 over rival, cancelled',
    ]);
    expect((await tryUpdate(agency.admin, sale, 2, { agent_id: agency.agent.id })).error).toBeNull();
    expect((await told(sale)).filter((row) => row.includes('cancelled'))).toEqual([]);
    expect((await setStatus(agency.admin, sale, 'cancelled')).error).toBeNull();
    expect((await told(sale)).every((row) => row.endsWith('cancelled'))).toBe(true);
  });

  // Holds agreements-91
  test('by the terms of the sale’s day, as they were when it was recorded', async () => {
    const [none, before] = [await sell(100), await agree(agency, lead, [rule([agency.agent])])];
    expect(before.success).toBe(true);
    const old = await sell(100);
    await done(agree(agency, lead, [rule([agency.agent], { percent: 20 })], { from: await today() }));
    // A sale of a day before the new version has the one before it, and one from before there was any has none, however it changes.
    const [late, fresh] = [await sell(100), await sell(100, { sale_date: await today() })];
    await updateSale(agency.agent, none, 1, { commission_amount: 200 });
    await updateSale(agency.agent, old, 1, { commission_amount: 200 });
    expect([await told(none), await told(old), await told(late), await told(fresh)]).toEqual([
      [],
      ['lead 10.00 of 200.00 over agent'],
      ['lead 5.00 of 100.00 over agent'],
      ['lead 20.00 of 100.00 over agent'],
    ]);
    const versions = await sql<{ number: number }>(
      `select v.number from public.commission_shares h join public.agreement_versions v on v.id = h.terms_version_id
       where h.role = 'override' and h.sales_id = any ($1) order by h.created_at, v.number`,
      [[old, fresh]],
    );
    expect(versions.map(({ number }) => number)).toEqual([2, 3]);
  });
});

describe('a cap of the year', () => {
  const capped = (more: Partial<OverrideRule> = {}) =>
    rule([agency.agent], { percent: 10, cap_per_year: 50, ...more });

  // Holds agreements-98
  test('is filled by sale date, then as recorded, and what is cancelled leaves its part to others', async () => {
    await done(agree(agency, lead, [capped({ taken_from: 'agent' })]));
    const sold = (reference: string, day: string) =>
      sell(300, { booking_reference: reference, sale_date: day });
    const [first] = [
      await sold('B', '2026-03-02'),
      await sold('C', '2026-03-02'),
      await sold('D', '2026-04-01'),
    ];
    expect(await sumsOf(lead)).toEqual(['B 30.00', 'C 20.00', 'D 0.00']);
    // One of an earlier day goes before them.
    await sold('A', '2026-01-15');
    expect(await sumsOf(lead)).toEqual(['A 30.00', 'B 20.00', 'C 0.00', 'D 0.00']);
    expect((await setStatus(agency.admin, first, 'cancelled')).error).toBeNull();
    expect(await sumsOf(lead)).toEqual(['A 30.00', 'C 20.00', 'D 0.00']);
    // What is taken off the agent is what the lead gets.
    expect(
      await sqlOne(
        `select sum(agent_amount)::text as sum from public.commission_shares
         where organization_id = $1 and role = 'override_charge' and status = 'open'`,
        [agency.organizationId],
      ),
    ).toEqual({ sum: '-50.00' });
    // Another year has a cap of its own.
    await sold('E', '2027-01-01');
    expect(await sumsOf(lead)).toEqual(['A 30.00', 'C 20.00', 'D 0.00', 'E 30.00']);
  });

  test.each(['agency', 'agent'] as const)(
    'gets back what it had of shares that are taken away, whatever else of the sale changes with them (from the %s)',
    async (taken_from) => {
      const third = await createMember(agency.organizationId, 'agent', 50);
      names['third'] = third;
      await done(agree(agency, lead, [rule('all', { percent: 10, cap_per_year: 20, taken_from })]));
      const lines = (earns: number, fee: number) => ({
        lines: [
          { kind: 'cruise', amount: 1000, earns: 'amount', commission: earns },
          { kind: 'service_fee', amount: fee },
        ],
      });
      const shared = (...people: Person[]) => ({
        co_sellers: people.map(({ id }) => ({ user_id: id, role: 'co_seller', percent: 25 })),
      });
      const ofLead = async (id: string) => (await told(id)).filter((row) => row.startsWith('lead'));
      const { id } = await createSale(agency.agent, agency, {
        ...{ total_amount: undefined, commission_rate: undefined },
        ...{ ...lines(20, 200), ...shared(agency.rival, second, third) },
      });
      // Each of four has 0.50 of the vendor's commission to give, and 4.00 of the fee, of which the last finds 2.00 less.
      expect((await ofLead(id)).filter((row) => row.includes('over third'))).toEqual([
        'lead 0.50 of 5.00 over third',
        'lead 3.00 of 50.00 over third, service_fee',
      ]);
      // The cap is divided anew twice: with the vendor’s commission, and with the shares of the fee.
      expect((await updateSale(agency.agent, id, 1, { ...lines(40, 180), ...shared(second) })).outcome).toBe(
        'saved',
      );
      expect(await ofLead(id)).toEqual([
        'lead 3.00 of 30.00 over agent',
        'lead 1.00 of 10.00 over second',
        'lead 13.50 of 135.00 over agent, service_fee',
        'lead 2.50 of 45.00 over second, service_fee',
      ]);
    },
  );

  test('gets back what a penalty that is cancelled had of it', async () => {
    await done(agree(agency, lead, [capped()]));
    const sale = await sell(300, { booking_reference: 'A', sale_date: '2026-02-01' });
    await ask(agency.admin, 'cancel_sale_with_penalty', { sale_id: sale, amount: 200 });
    await sell(400, { booking_reference: 'B', sale_date: '2026-03-01' });
    expect(await sumsOf(lead)).toEqual(['A 20.00', 'B 30.00']);
    const { id } = await sqlOne<{ id: string }>(
      `select id from public.other_commissions where sales_id = $1 and kind = 'penalty'`,
      [sale],
    );
    await done(ask(agency.admin, 'cancel_other_commission', { other_commission_id: id }));
    expect(await sumsOf(lead)).toEqual(['B 40.00']);
  });

  // Holds agreements-99
  test('is not exceeded by sales at once, by changes at once, or by an import', async () => {
    await done(agree(agency, lead, [capped()]));
    const sales = await Promise.all(
      Array.from({ length: 6 }, (_, n) => sell(150, { booking_reference: `S${n}` })),
    );
    const sum = async () => (await sumsOf(lead)).reduce((all, said) => all + Number(said.split(' ')[1]), 0);
    expect(await sum()).toBe(50);
    await Promise.all(
      sales.map((id, n) =>
        n % 2 === 0
          ? updateSale(agency.agent, id, 1, { commission_amount: 400 })
          : setStatus(agency.admin, id, 'cancelled'),
      ),
    );
    expect(await sum()).toBe(50);
    await sql(
      `insert into public.sales (organization_id, agent_id, customer_id, vendor_id, booking_reference, sale_date, total_amount,
         commission_basis, commission_rate, commission_amount, currency)
       select organization_id, agent_id, customer_id, vendor_id, 'I' || n, sale_date, 1000, 'amount', 10, 100, currency
       from public.sales, generate_series(1, 40) n where id = $1`,
      [sales[0]],
    );
    expect(await sum()).toBe(50);
  });

  // Holds agreements-100
  test('counts what was paid first, which stays', async () => {
    await done(agree(agency, lead, [capped()]));
    const paid = await sell(400, { booking_reference: 'B', sale_date: '2026-05-01' });
    await readyToPay(agency, paid);
    await agency.payout({ paid: true });
    await sell(400, { booking_reference: 'A', sale_date: '2026-02-01' });
    await sell(400, { booking_reference: 'C', sale_date: '2026-06-01' });
    expect(await sumsOf(lead)).toEqual(['A 10.00', 'B 40.00', 'C 0.00']);
    // Nothing to pay is no line.
    const waiting = await sql<{ id: string }>(
      `select share_id as id from private.open_shares($1, $2, false) where amount = 0`,
      [agency.organizationId, lead.id],
    );
    expect(waiting).toEqual([]);
  });

  // Holds agreements-105
  test('leaves what is in a planned payout as it is, and lets nobody have more beside it', async () => {
    await done(agree(agency, lead, [capped()]));
    await readyToPay(agency, await sell(400, { booking_reference: 'B', sale_date: '2026-05-01' }));
    const payout = await agency.payout();
    await approve(agency.admin, payout);
    expect(await schedule(agency.admin, agency, payout)).toMatchObject({ state: 'scheduled' });
    await sell(400, { booking_reference: 'A', sale_date: '2026-02-01' });
    expect(await sumsOf(lead)).toEqual(['A 10.00', 'B 40.00']);
    await letDayCome(payout);
    expect((await pageOf(agency.admin, payout)).payout).toMatchObject({ status: 'paid' });
    expect(await sumsOf(lead)).toEqual(['A 10.00', 'B 40.00']);
  });

  // Holds agreements-106
  test('is of its rule: what the lead has of those people, also by the version before', async () => {
    await done(agree(agency, lead, [capped(), rule([agency.rival], { percent: 10, cap_per_year: 5 })]));
    await sell(300, { booking_reference: 'A' });
    await sell(300, { booking_reference: 'B' }, agency.rival);
    expect(await sumsOf(lead)).toEqual(['A 30.00', 'B 5.00']);
    await done(agree(agency, lead, [capped({ cap_per_year: 70 })], { from: await today() }));
    await sell(300, { booking_reference: 'C', sale_date: await today() });
    await sell(300, { booking_reference: 'D', sale_date: await today() });
    expect(await sumsOf(lead)).toEqual(['A 30.00', 'B 5.00', 'C 30.00', 'D 10.00']);
  });
});

describe('is refused', () => {
  const ANY = { success: false, field: 'overrides' };
  test.each<[string, () => unknown, string]>([
    ['one’s own commission', () => [rule([lead])], 'override_of_oneself'],
    [
      'somebody twice',
      () => [rule([agency.agent]), rule([agency.rival, agency.agent])],
      'override_person_twice',
    ],
    ['all twice', () => [rule('all'), rule('all', { percent: 1 })], 'override_person_twice'],
    ['nobody', () => [rule([])], 'overrides_invalid'],
    [
      'somebody who is not there',
      () => [{ ...rule('all'), whose: [randomUUID()] }],
      'override_person_unknown',
    ],
    ['words for people', () => [{ ...rule('all'), whose: ['agent'] }], 'overrides_invalid'],
    ['no percent', () => [rule('all', { percent: 0 })], 'overrides_invalid'],
    ['too many percent', () => [rule('all', { percent: 100.01 })], 'overrides_invalid'],
    ['three decimals', () => [rule('all', { percent: 1.005 })], 'overrides_invalid'],
    ['an unknown base', () => [{ ...rule('all'), base: 'net' }], 'overrides_invalid'],
    ['nobody’s part', () => [{ ...rule('all'), taken_from: 'vendor' }], 'overrides_invalid'],
    ['a cap of nothing', () => [rule('all', { cap_per_year: 0 })], 'overrides_invalid'],
    ['no list', () => ({}), 'overrides_invalid'],
  ])('%s', async (_what, overrides, code) => {
    expect(await agree(agency, lead, overrides())).toMatchObject({ ...ANY, code });
    expect(await sql('select 1 from public.agreement_versions where user_id = $1', [lead.id])).toEqual([]);
  });

  // Holds agreements-107
  test('more than the agency keeps, with the arithmetic, of all leads together', async () => {
    expect(await agree(agency, lead, [rule([agency.rival], { percent: 25 })])).toEqual({
      ...ANY,
      code: 'overrides_above_agency',
      error: 'agent Test has 80%, and overrides take 25% of the commission: 5% more than there is.',
    });
    await done(agree(agency, lead, [rule([agency.rival], { percent: 15 })]));
    expect(
      await agree(agency, second, [rule([agency.rival], { percent: 30, base: 'agency' })]),
    ).toMatchObject({
      error: 'agent Test has 80%, and overrides take 21% of the commission: 1% more than there is.',
    });
    await done(agree(agency, second, [rule([agency.rival], { percent: 25, base: 'agency' })]));
    // Of the agent's part there is enough.
    await done(
      agree(agency, second, [rule([agency.rival], { percent: 25, taken_from: 'agent' })], {
        from: await today(),
      }),
    );
  });

  // Holds agreements-108
  test('more than an agent has, wherever they have least', async () => {
    await done(
      ask(agency.owner, 'save_agreement', {
        member_id: agency.agent.id,
        valid_from: await today(),
        terms: { default_split: 60, category_splits: [{ category: 'air', split: 4 }] },
      }),
    );
    expect(await agree(agency, lead, [rule([agency.agent], { taken_from: 'agent' })])).toEqual({
      ...ANY,
      code: 'overrides_above_agent',
      error: 'Overrides take 5% of the commission off agent Test, who has 4%: 1% more than there is.',
    });
  });

  // Holds agreements-109
  test('a split that leaves less than is promised: on the team’s page, in terms, of a plan, of an invitation, and of who comes back', async () => {
    await done(agree(agency, lead, [rule('all', { percent: 10 })]));
    const error = 'agent Test has 90.5%, and overrides take 10% of the commission: 0.5% more than there is.';
    await expect(setSplit(agency.admin, agency.agent, 90.5)).rejects.toThrow(error);
    await done(setSplit(agency.admin, agency.agent, 90));
    expect(await agree(agency, agency.agent, [], { from: await today(), split: 90.5 })).toMatchObject({
      field: 'default_split',
      error,
    });
    const { later } = await sqlOne<{ later: string }>('select (private.today() + 30)::text as later', []);
    expect((await agree(agency, agency.agent, [], { from: later, split: 95 })).error).toMatch(
      /^On \w{3} \d+, \d{4} agent Test has 95%/,
    );
    const tiers = {
      basis: 'sales_booked',
      year_start: '01-01',
      mode: 'from_there_on',
      steps: [{ from: 9000, split: 91 }],
    };
    const { error: tooHigh } = await agency.owner.api.rpc('save_agreement', {
      member_id: agency.agent.id,
      valid_from: await today(),
      terms: { default_split: 60, tiers } as never,
    });
    expect(tooHigh).toMatchObject({ hint: 'default_split' });
    const invite = (commission_split: number) =>
      agency.owner.api.rpc('create_invitation', {
        email: `${randomUUID()}@new.test`,
        role: 'agent',
        commission_split,
      });
    expect((await invite(91)).error).toMatchObject({ hint: 'commission_split' });
    expect((await invite(88)).error).toBeNull();
    // Who is invited counts when more is promised.
    await done(setSplit(agency.admin, agency.agent, 60));
    expect((await agree(agency, second, [rule('all', { percent: 3 })])).error).toContain('@new.test has 88%');
    expect(
      await ask<Done>(agency.owner, 'set_member_active', { member_id: agency.inactive.id, active: true }),
    ).toMatchObject({
      success: false,
      error: 'agent Test has 100%, and overrides take 10% of the commission: 10% more than there is.',
    });
  });
});

describe('paid', () => {
  // Holds agreements-95
  test('with the share under it, in lines of their own; statements add up, and it is taken back with it', async () => {
    await done(agree(agency, lead, [rule([agency.agent], { taken_from: 'agent' })]));
    const sale = await sell(200, { booking_reference: 'PAY-1' });
    const mine = (person: Person) => ask<MyPayouts>(person, 'get_my_payouts');
    expect((await mine(lead)).waiting).toMatchObject([{ obstacle: 'vendor', count: 1, amount: 10 }]);
    await readyToPay(agency, sale);
    expect((await mine(lead)).lines).toMatchObject([
      { part: 'override', amount: 10, note: 'Override: 5% of agent Test’s commission' },
    ]);
    const payout = await agency.payout();
    const { agents } = await pageOf(agency.admin, payout);
    expect(
      agents.map(({ id, commissions, adjustments, amount }) => ({ id, commissions, adjustments, amount })),
    ).toEqual(
      expect.arrayContaining([
        { id: agency.agent.id, commissions: 120, adjustments: -10, amount: 110 },
        { id: lead.id, commissions: 0, adjustments: 10, amount: 10 },
      ]),
    );
    await approve(agency.admin, payout);
    await pay(agency.admin, payout, randomUUID());
    const statements = await sql<{ paid: string; note: string }>(
      `select s.paid_amount::text as paid, l ->> 'note' as note from public.payout_statements s
       cross join jsonb_array_elements(s.content -> 'lines') l where s.batch_id = $1 order by s.paid_amount, note nulls first`,
      [payout],
    );
    expect(statements).toEqual([
      { paid: '10.00', note: 'Override: 5% of agent Test’s commission' },
      { paid: '110.00', note: null },
      { paid: '110.00', note: 'Override: 5% taken from your commission' },
    ]);
    expect(await faults(agency.organizationId)).toEqual([]);
    expect(await told(sale)).toEqual([
      'lead 10.00 of 200.00 over agent, paid',
      'agent -10.00 of 200.00 over agent, paid',
    ]);
    // A tenth of what the vendor paid is taken back: of the share, of the override, and given back of what was taken off.
    const account = await createAccount(agency.admin);
    for (const amount of [200, -20]) {
      const { rows } = await importLines(agency.admin, account, [
        line(1, `TRANSFER ${randomUUID()}`, amount.toFixed(2)),
      ]);
      await done(
        ask(agency.admin, 'match_bank_transaction', {
          ...{ transaction_id: rows[0]?.id, expected_version: rows[0]?.version },
          parts: [{ commission_id: (await commissionOf(sale)).id, amount }],
        }),
      );
    }
    expect(
      await sql(
        `select kind, amount::float8 as amount, agent_id from public.payout_lines where organization_id = $1 and batch_id is null
         order by payout_lines.amount`,
        [agency.organizationId],
      ),
    ).toEqual([
      { kind: 'recall', amount: -12, agent_id: agency.agent.id },
      { kind: 'recall', amount: -1, agent_id: lead.id },
      { kind: 'correction', amount: 1, agent_id: agency.agent.id },
    ]);
    // A cancelled sale is refused as before: somebody was paid.
    expect((await setStatus(agency.admin, sale, 'cancelled')).error).not.toBeNull();
  });

  // Holds agreements-96
  test('alone, the sale can no longer be cancelled, and a receipt that is taken back leaves it standing', async () => {
    await done(agree(agency, lead, [rule([agency.agent])]));
    const sale = await sell(200);
    const { rows } = await importLines(agency.admin, await createAccount(agency.admin), [
      line(1, `TRANSFER ${randomUUID()}`, '200.00'),
    ]);
    const { group_id } = await ask<Done & { group_id: string }>(agency.admin, 'match_bank_transaction', {
      transaction_id: rows[0]?.id,
      expected_version: rows[0]?.version,
      parts: [{ commission_id: (await commissionOf(sale)).id, amount: 200 }],
    });
    await readyToPay(agency, sale);
    const { id } = await sqlOne<{ id: string }>(
      `select id from public.commission_shares where sales_id = $1 and role = 'override'`,
      [sale],
    );
    await done(
      ask(agency.admin, 'record_share_payment', {
        ...{ share_id: id, amount: 10, payment_date: '2026-06-01', payment_method: 'bank_transfer' },
      }),
    );
    expect((await setStatus(agency.admin, sale, 'cancelled')).error).toMatchObject({
      message: 'The agent has been paid, so this sale can no longer be cancelled.',
    });
    expect(await told(sale)).toEqual(['lead 10.00 of 200.00 over agent, paid']);
    expect(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id })).toMatchObject({
      success: true,
    });
    expect(await commissionOf(sale)).toMatchObject({ status: 'funds_received', received_amount: null });
    expect((await tryUpdate(agency.admin, sale, 2, { agent_id: agency.rival.id })).error).not.toBeNull();
  });

  // Holds agreements-97
  test('what a vendor pays less afterwards is corrected, of the lead and of whom it was taken off', async () => {
    await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
      agency.organizationId,
    ]);
    await done(agree(agency, lead, [rule([agency.agent], { taken_from: 'agent' })]));
    const sale = await sell(200);
    await readyToPay(agency, sale);
    await agency.payout({ paid: true });
    const { id } = await commissionOf(sale);
    const short = (received_amount: number, more: object) =>
      ask<Done>(agency.admin, 'record_receipt', {
        commission_id: id,
        received_on: '2026-06-02',
        received_amount,
        ...more,
      });
    await short(150, { write_off_reason: 'Fees' });
    const corrections = () =>
      sql<{ amount: string; note: string }>(
        `select amount::text, note from public.payout_lines where organization_id = $1 and kind = 'correction' order by payout_lines.amount`,
        [agency.organizationId],
      );
    expect((await corrections()).map(({ amount }) => amount)).toEqual(['-30.00', '-2.50', '2.50']);
    expect(new Set((await corrections()).map(({ note }) => note))).toEqual(
      new Set(['Blue Fleet paid less than was expected']),
    );
    await short(200, {});
    expect(await corrections()).toEqual([]);
  });

  test.each<[string, number | null]>([
    ['without a cap', null],
    ['with a cap', 50],
  ])(
    'by whom it is taken off before the lead is: what is taken is what the lead has, %s',
    async (_which, cap) => {
      await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
        agency.organizationId,
      ]);
      await done(agree(agency, lead, [rule([agency.agent], { taken_from: 'agent', cap_per_year: cap })]));
      const sale = await sell(200);
      await readyToPay(agency, sale);
      const { id } = await commissionOf(sale);
      const short = (received_amount: number, more: object = {}) =>
        ask<Done>(agency.admin, 'record_receipt', {
          ...{ commission_id: id, received_on: '2026-06-02', received_amount, ...more },
        });
      const payout = await agency.payout();
      const { lines } = await pageOf(agency.admin, payout);
      const ofLead = lines.filter(({ agent_id }) => agent_id === lead.id).map((each) => each.id);
      await done(ask(agency.admin, 'remove_payout_lines', { batch_id: payout, line_ids: ofLead }));
      await approve(agency.admin, payout);
      await pay(agency.admin, payout, randomUUID());
      expect(await told(sale)).toEqual([
        'lead 10.00 of 200.00 over agent',
        'agent -10.00 of 200.00 over agent, paid',
      ]);
      await done(short(150, { write_off_reason: 'Fees' }));
      expect((await told(sale))[0]).toBe('lead 7.50 of 150.00 over agent');
      const back = await sql<{ amount: string }>(
        `select amount::text from public.payout_lines where organization_id = $1 and kind = 'correction' order by amount`,
        [agency.organizationId],
      );
      expect(back.map(({ amount }) => amount)).toEqual(['-30.00', '2.50']);
      await done(short(200));
      expect((await told(sale))[0]).toBe('lead 10.00 of 200.00 over agent');
    },
  );
});

describe('who sees it', () => {
  // Holds agreements-90
  test('an agent their own charge and no more, the lead theirs, admins all, strangers nothing', async () => {
    await done(agree(agency, lead, [rule([agency.agent], { taken_from: 'agent' })]));
    const sale = await sell(100);
    const other = await createTestAgency();
    const amounts = async (person: Person) =>
      (
        (await untyped(person.api, 'commission_shares').select('agent_amount')).data as {
          agent_amount: number;
        }[]
      )
        .map(({ agent_amount }) => agent_amount)
        .sort();
    expect([
      await amounts(agency.agent),
      await amounts(lead),
      await amounts(agency.admin),
      await amounts(agency.rival),
      await amounts(other.owner),
    ]).toEqual([[-5, 60], [5], [-5, 5, 60], [], []]);
    const { id } = await commissionOf(sale);
    expect(await sharesOf(agency.agent, id)).toEqual([
      { user_id: agency.agent.id, role: 'override_charge', agent_amount: -5, upon: undefined },
    ]);
    expect(await pageOfTerms(agency.agent, lead)).toBeNull();
    expect(await pageOfTerms(other.owner, lead)).toBeNull();
  });

  test('the page says whose, how much of it this year, and of how many sales', async () => {
    await done(agree(agency, lead, [rule([agency.agent], { cap_per_year: 6000 })]));
    const day = await today();
    await sell(100, { sale_date: day });
    await sell(300, { sale_date: day });
    await setStatus(agency.admin, await sell(700, { sale_date: day }), 'cancelled');
    await sell(1000, { sale_date: `${Number(day.slice(0, 4)) - 1}-12-31` });
    for (const by of [lead, agency.admin])
      expect(await pageOfTerms(by, lead)).toMatchObject({
        people: [{ id: agency.agent.id, first_name: 'agent' }],
        overrides_from: `${day.slice(0, 4)}-01-01`,
        overrides: [{ user_id: agency.agent.id, sales: 2, base: 400, amount: 20 }],
        versions: [{ overrides: [rule([agency.agent], { cap_per_year: 6000 })] }, { overrides: [] }],
      });
  });
});

test('an agency without overrides writes and locks nothing', async () => {
  const sale = await sell(100);
  await updateSale(agency.agent, sale, 1, { commission_amount: 200 });
  expect(await told(sale)).toEqual([]);
  expect(await sql('select private.has_overrides(array[$1::uuid]) as has', [agency.organizationId])).toEqual([
    { has: false },
  ]);
});

import { sql, sqlOne } from '../support/database';
import { listTeam, memberProfile } from '../support/directory';
import { createSale, tryUpdate } from '../support/sales';
import { DONE, setSplit } from '../support/team';
import {
  commissionOf,
  createMember,
  createTestAgency,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  other = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
});

const tiers = (steps: [number, number][], basis = 'sales_booked') => ({
  basis,
  year_start: '01-01',
  mode: 'from_there_on',
  steps: steps.map(([from, split]) => ({ from, split })),
});
const today = async () => (await sqlOne<{ day: string }>('select private.today()::text as day', [])).day;
const later = async (days: number) =>
  (await sqlOne<{ day: string }>('select (private.today() + $1::int)::text as day', [days])).day;
const save = async (by: Person, of: Person, terms: object, from?: string) => {
  const { data, error } = await by.api.rpc('save_agreement', {
    member_id: of.id,
    valid_from: from ?? (await today()),
    terms: terms as never,
  });
  if (error) throw new Error(error.message);
  return data as { success: boolean; field: string | null; code?: string };
};
const sell = async (amount: number, extra: object = {}) => {
  const sale = await createSale(agency.agent, agency, {
    sale_date: await today(),
    total_amount: amount,
    commission_amount: amount / 10,
    ...extra,
  });
  return { id: sale.id, split: Number((await commissionOf(sale.id)).commission_split) };
};
const versionsOf = ({ id }: Person) =>
  sql<{ number: number; default_split: string; valid_from: string; replaced: boolean }>(
    `select number, default_split::text, valid_from::text, replaced_at is not null as replaced
     from public.agreement_versions where user_id = $1 order by number`,
    [id],
  );

describe('versions', () => {
  // Holds agreements-1
  test('what was recorded keeps its split, a new sale has that of the version, and says which', async () => {
    const before = await agency.sale();
    expect(await save(agency.admin, agency.agent, { default_split: 72.5 })).toEqual(DONE);
    const after = await sell(1000);
    expect(Number((await commissionOf(before.id)).commission_split)).toBe(60);
    expect(after.split).toBe(72.5);
    const [told] = await sql<{ number: number }>(
      `select v.number from public.commission_shares h join public.agreement_versions v on v.id = h.terms_version_id where h.sales_id = $1`,
      [after.id],
    );
    expect(told?.number).toBe(2);
  });

  test('a sale dated before the first version has what held until then', async () => {
    await save(agency.admin, agency.agent, { default_split: 72.5 });
    expect((await sell(1000, { sale_date: '2026-01-05' })).split).toBe(60);
  });

  test('a planned version changes nothing before its day, and another plan takes its place', async () => {
    await save(agency.admin, agency.agent, { default_split: 80 }, await later(30));
    expect((await sell(1000)).split).toBe(60);
    await save(agency.admin, agency.agent, { default_split: 90 }, await later(10));
    expect((await versionsOf(agency.agent)).map((v) => [v.number, v.default_split, v.replaced])).toEqual([
      [1, '60.00', false],
      [2, '80.00', true],
      [3, '90.00', false],
    ]);
  });

  test('who has sold gets no terms for days that are over', async () => {
    await agency.sale();
    expect(await save(agency.admin, agency.agent, { default_split: 80 }, await later(-1))).toMatchObject({
      success: false,
      field: 'valid_from',
      code: 'agreement_in_the_past',
    });
    expect(await versionsOf(agency.agent)).toEqual([]);
  });

  test('a new split from the team page is a version from today that keeps the rest', async () => {
    const vendor_splits = [{ vendor_id: agency.vendorId, split: 40 }];
    await save(agency.admin, agency.agent, { default_split: 72.5, vendor_splits });
    expect(await setSplit(agency.admin, agency.agent, 65)).toEqual(DONE);
    expect((await versionsOf(agency.agent)).map((v) => v.default_split)).toEqual(['60.00', '72.50', '65.00']);
    expect((await sell(1000)).split).toBe(40);
  });

  // Holds agreements-13
  test('the team shows the split in force, also of a plan whose day has come', async () => {
    const shown = async () => {
      const { rows } = await listTeam(agency.admin);
      const row = rows.find(({ id }) => id === agency.agent.id);
      const profile = await memberProfile(agency.admin, agency.agent.id);
      return [row?.commission_split, profile?.terms.commission_split, profile?.terms.by_tier];
    };
    await save(agency.admin, agency.agent, { default_split: 72.5 });
    expect(await shown()).toEqual([72.5, 72.5, false]);
    // As a plan leaves it on the evening before: the number beside the person is the old one.
    await sql(
      `insert into public.agreement_versions (organization_id, user_id, number, valid_from, default_split)
       values ($1, $2, 3, (select private.today()), 80)`,
      [agency.organizationId, agency.agent.id],
    );
    expect(await shown()).toEqual([80, 80, false]);
    // Back to that old number, which stands there already.
    expect(await setSplit(agency.admin, agency.agent, 72.5)).toEqual(DONE);
    expect(await shown()).toEqual([72.5, 72.5, false]);
    expect((await sell(1000)).split).toBe(72.5);
    await save(agency.admin, agency.agent, {
      default_split: 50,
      tiers: tiers([
        [0, 60],
        [1000, 70],
      ]),
    });
    expect(await shown()).toEqual([70, 70, true]);
  });

  test('nobody rewrites a version, not even who runs the database', async () => {
    await save(agency.admin, agency.agent, { default_split: 72.5 });
    for (const statement of [
      'update public.agreement_versions set default_split = 1 where user_id = $1',
      'delete from public.agreement_versions where user_id = $1',
    ])
      await expect(sql(statement, [agency.agent.id])).rejects.toThrow(/kept|History/);
  });
});

describe('who', () => {
  // Holds agreements-2
  test('agents and other agencies neither save nor read; the person reads', async () => {
    await save(agency.admin, agency.agent, { default_split: 72.5 });
    for (const stranger of [agency.agent, agency.rival, other.owner])
      expect((await save(stranger, agency.agent, { default_split: 99 })).success).toBe(false);
    const read = async (by: Person) =>
      (await by.api.rpc('get_agreement', { member_id: agency.agent.id })).data as {
        versions: unknown[];
      } | null;
    expect((await read(agency.agent))?.versions).toHaveLength(2);
    expect(await read(agency.rival)).toBeNull();
    expect(await read(other.owner)).toBeNull();
    expect((await agency.rival.api.from('agreement_versions' as never).select('id')).data).toEqual([]);
  });

  // Holds agreements-3
  test('the page reads names, the split now, and what is missing to the next tier', async () => {
    await sell(400);
    const vendor_splits = [{ vendor_id: agency.vendorId, split: 40 }];
    await save(agency.admin, agency.agent, {
      default_split: 50,
      vendor_splits,
      tiers: tiers([
        [0, 60],
        [1000, 70],
      ]),
    });
    const { data } = await agency.agent.api.rpc('get_agreement', { member_id: agency.agent.id });
    expect(data).toMatchObject({
      member: { id: agency.agent.id, role: 'agent' },
      today: await today(),
      split: 60,
      volume: 400,
      year_from: `${(await today()).slice(0, 4)}-01-01`,
      next: { from: 1000, split: 70, missing: 600 },
      vendors: [{ id: agency.vendorId }],
    });
    expect((data as { versions: object[] }).versions[0]).toMatchObject({
      number: 2,
      created_by: { id: agency.admin.id },
    });
  });

  test('admins do not change those of owners', async () => {
    expect((await save(agency.admin, agency.owner, { default_split: 99 })).code).toBe(
      'admins_are_changed_by_owners',
    );
  });

  test.each([
    ['default_split', { default_split: 101 }],
    ['default_split', {}],
    ['vendor_splits', { default_split: 50, vendor_splits: [{ vendor_id: 'x', split: 1 }] }],
    ['category_splits', { default_split: 50, category_splits: [{ category: 'air', split: -1 }] }],
    [
      'tiers',
      {
        default_split: 50,
        tiers: tiers([
          [100, 50],
          [100, 60],
        ]),
      },
    ],
    ['tiers', { default_split: 50, tiers: { ...tiers([[0, 50]]), year_start: '02-29' } }],
  ])('what cannot be is refused at %s: %j', async (field, terms) => {
    expect(await save(agency.admin, agency.agent, terms)).toMatchObject({ success: false, field });
  });
});

describe('which split', () => {
  // Holds agreements-34
  test('vendor before category before tier before default', async () => {
    const lines = [
      { kind: 'air', text: 'Flight', amount: 500, commission: 50 },
      { kind: 'hotel', text: 'Rooms', amount: 500, commission: 50 },
    ];
    const split = async (terms: object) => {
      await save(agency.admin, agency.agent, terms);
      const { split } = await sqlOne<{ split: string }>(
        `select (private.split_of_sale(private.terms_in_force(s.organization_id, s.agent_id, s.sale_date),
           jsonb_populate_record(s, jsonb_build_object('lines', $2::jsonb)), 100::numeric)).split::text as split
         from public.sales s where s.id = $1`,
        [sale.id, JSON.stringify(lines)],
      );
      return Number(split);
    };
    const sale = await sell(1000);
    const base = { default_split: 50 };
    const category_splits = [{ category: 'air', split: 20 }];
    expect(await split(base)).toBe(50);
    expect(await split({ ...base, tiers: tiers([[0, 70]]) })).toBe(70);
    // Half of the commission is of air, by its own split; the other half by the tier.
    expect(await split({ ...base, tiers: tiers([[0, 70]]), category_splits })).toBe(45);
    const vendor_splits = [{ vendor_id: agency.vendorId, split: 10 }];
    expect(await split({ ...base, tiers: tiers([[0, 70]]), category_splits, vendor_splits })).toBe(10);
  });

  // Holds agreements-44
  test('a sale has the split of the volume before it; one that crosses a step is divided', async () => {
    await save(agency.admin, agency.agent, {
      default_split: 50,
      tiers: tiers([
        [1000, 60],
        [2000, 80],
      ]),
    });
    expect((await sell(800)).split).toBe(50);
    // 200 below the step at 50, 400 above it at 60.
    expect((await sell(600)).split).toBe(56.67);
    expect((await sell(600)).split).toBe(60);
    expect((await sell(10)).split).toBe(80);
  });

  test('a cancelled sale gives its volume back to sales after it, and changes none before', async () => {
    await save(agency.admin, agency.agent, { default_split: 50, tiers: tiers([[1000, 60]]) });
    const first = await sell(1000);
    const second = await sell(500);
    expect(second.split).toBe(60);
    expect((await tryUpdate(agency.admin, first.id, 1, { status: 'cancelled' })).error).toBeNull();
    expect(Number((await commissionOf(second.id)).commission_split)).toBe(60);
    expect((await sell(500)).split).toBe(50);
  });

  test('of sales recorded at once each has the volume of those before it', async () => {
    await save(agency.admin, agency.agent, { default_split: 50, tiers: tiers([[1000, 60]]) });
    const sold = await Promise.all(Array.from({ length: 4 }, () => sell(500)));
    expect(sold.map((s) => s.split).sort()).toEqual([50, 50, 60, 60]);
  });

  test('who takes a sale over has it by their own terms', async () => {
    await save(agency.admin, agency.rival, { default_split: 33 });
    const sale = await sell(1000);
    expect(sale.split).toBe(60);
    expect((await tryUpdate(agency.admin, sale.id, 1, { agent_id: agency.rival.id })).error).toBeNull();
    expect(Number((await commissionOf(sale.id)).commission_split)).toBe(33);
  });

  const splitsBeside = async (saleId: string, kind: string | null = null) =>
    (
      await sql<{ split: number }>(
        `select h.split::float8 as split from private.shares_beside_sellers h
         left join public.other_commissions o on o.id = h.other_commission_id
         where h.sales_id = $1 and o.kind is not distinct from $2 order by h.place`,
        [saleId, kind],
      )
    ).map(({ split }) => split);
  const co_sellers = () => [{ user_id: agency.rival.id, role: 'co_seller', percent: 50 }];
  const lines = [
    { kind: 'air', amount: 500, earns: 'rate', rate: 10 },
    { kind: 'hotel', amount: 500, earns: 'rate', rate: 10 },
    { kind: 'service_fee', amount: 100 },
  ];

  // Holds agreements-35
  test('who has a part beside the seller has it by their own terms: of its lines, and of their part of the volume', async () => {
    await save(agency.admin, agency.rival, {
      default_split: 40,
      category_splits: [{ category: 'hotel', split: 90 }],
    });
    const byLines = await sell(1000, { lines, co_sellers: co_sellers() });
    expect(await splitsBeside(byLines.id)).toEqual([65]);
    await save(agency.admin, agency.rival, { default_split: 50, tiers: tiers([[2000, 60]]) });
    // 550 were theirs. Of 2,900 the first 1,450 come to 2,000, the rest is beyond.
    const crossing = await sell(5800, { co_sellers: co_sellers() });
    expect(await splitsBeside(crossing.id)).toEqual([55]);
    const beyond = await sell(100, { co_sellers: co_sellers() });
    expect(await splitsBeside(beyond.id)).toEqual([60]);
  });

  // Holds agreements-36
  test('a service fee has the split of its category, else what is left: never a vendor’s', async () => {
    const vendor_splits = [{ vendor_id: agency.vendorId, split: 20 }];
    await save(agency.admin, agency.agent, { default_split: 50, vendor_splits });
    const plain = await sell(1000, { lines });
    expect([plain.split, await splitsBeside(plain.id, 'service_fee')]).toEqual([20, [50]]);
    const category_splits = [{ category: 'service_fee', split: 70 }];
    await save(agency.admin, agency.agent, { default_split: 50, vendor_splits, category_splits });
    const named = await sell(1000, { lines });
    expect([named.split, await splitsBeside(named.id, 'service_fee')]).toEqual([20, [70]]);
  });

  test('who keeps a part of a service fee keeps its split, also where somebody before them has none any more', async () => {
    const third = await createMember(agency.organizationId, 'agent', 40);
    const [before] = co_sellers();
    const kept = { user_id: third.id, role: 'co_seller', percent: 20 };
    const sale = await sell(1000, { lines, co_sellers: [before, kept] });
    expect(await splitsBeside(sale.id, 'service_fee')).toEqual([60, 80, 40]);
    await save(agency.admin, third, { default_split: 99 });
    expect((await tryUpdate(agency.admin, sale.id, 1, { co_sellers: [kept] })).error).toBeNull();
    expect(await splitsBeside(sale.id, 'service_fee')).toEqual([60, 40]);
    expect(await splitsBeside(sale.id)).toEqual([40]);
  });

  // Holds agreements-37
  test('a service fee has the tier of its sale, with what was sold before it on the same day', async () => {
    await save(agency.admin, agency.agent, { default_split: 50, tiers: tiers([[1000, 60]]) });
    await sell(800);
    // 1,100 with the fee, after 800: 200 of it at 50, 900 at 60, which is 58.18.
    const crossing = await sell(1000, { lines });
    expect([crossing.split, await splitsBeside(crossing.id, 'service_fee')]).toEqual([58.18, [58.18]]);
    const beyond = await sell(1000, { lines });
    expect(await splitsBeside(beyond.id, 'service_fee')).toEqual([60]);
  });

  // Holds agreements-49
  test('who takes a sale over has the volume before it: not what was recorded after it on the same day', async () => {
    await save(agency.admin, agency.rival, { default_split: 50, tiers: tiers([[1000, 60]]) });
    const first = await sell(1000);
    const after = await createSale(agency.rival, agency, { sale_date: await today(), total_amount: 1000 });
    expect(Number((await commissionOf(after.id)).commission_split)).toBe(50);
    expect((await tryUpdate(agency.admin, first.id, 1, { agent_id: agency.rival.id })).error).toBeNull();
    expect(Number((await commissionOf(first.id)).commission_split)).toBe(50);
  });

  // Holds agreements-46
  test.each([
    // 100 expected of the first sale would reach the step: cancelled alone nothing is expected. What came stays, and so does what was sold.
    ['commission_expected', 50],
    ['commission_received', 60],
    ['sales_booked', 60],
  ])(
    'a commission that was cancelled alone leaves a volume of what is expected, by %s: %i',
    async (basis, split) => {
      await save(agency.admin, agency.agent, { default_split: 50, tiers: tiers([[100, 60]], basis) });
      const { id } = await sell(1000);
      const commission = await commissionOf(id);
      const { data } = await agency.admin.api.rpc('record_receipt', {
        commission_id: commission.id,
        received_on: await today(),
        received_amount: 100,
      });
      expect(data).toMatchObject({ success: true });
      await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', commission.id);
      expect((await commissionOf(id)).status).toBe('cancelled');
      expect((await sell(10)).split).toBe(split);
    },
  );

  // Holds agreements-38
  test('what a vendor still pays of a cancelled sale adds to no tier, and has that of what was sold before it', async () => {
    await save(agency.admin, agency.agent, { default_split: 50, tiers: tiers([[1000, 60]]) });
    await sell(1000);
    const gone = await sell(500);
    const { error } = await agency.admin.api.rpc('cancel_sale_with_penalty', {
      ...{ sale_id: gone.id, amount: 20, due_on: await later(30), note: 'Late' },
    });
    expect(error).toBeNull();
    expect(await splitsBeside(gone.id, 'penalty')).toEqual([60]);
  });
});

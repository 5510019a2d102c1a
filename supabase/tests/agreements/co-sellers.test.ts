import { sql, sqlOne } from '../support/database';
import { historyOf, setStatus, tryCreate, tryUpdate } from '../support/sales';
import {
  createMember,
  createTestAgency,
  saleInput,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** Who sold a sale beside its seller, and what becomes of their shares. */
let agency: TestAgency;
let third: Person;
beforeAll(async () => {
  agency = await createTestAgency();
  third = await createMember(agency.organizationId, 'agent', 50);
});

interface ShareRow {
  user_id: string;
  role: string;
  place: number;
  percent: string;
  split: string;
  gross_part: string;
  agent_amount: string;
  status: string;
  day: string;
}

const sharesOf = (saleId: string) =>
  sql<ShareRow>(
    `select user_id, role, place, percent, split, gross_part, agent_amount, status, counted_on::text as day
     from private.shares_beside_sellers where sales_id = $1 order by place`,
    [saleId],
  );

const sellerPart = (saleId: string) =>
  sqlOne<{ amount: string; agent_amount: string; share_percents: string[]; split: string }>(
    'select amount, agent_amount, share_percents::text[], commission_split as split from public.commissions where sales_id = $1',
    [saleId],
  );

const share = (person: { id: string }, percent: number, role = 'co_seller') => ({
  user_id: person.id,
  role,
  percent,
});

const sell = async (coSellers: unknown, more: object = {}) => {
  const { data, error } = await tryCreate(
    agency.agent,
    saleInput(agency, {
      total_amount: 1000,
      commission_amount: 100.01,
      commission_basis: 'amount',
      co_sellers: coSellers,
      ...more,
    }),
  );
  if (error) throw error;
  return (data as { id: string }).id;
};

describe('co-sellers are refused', () => {
  test.each<[string, () => Promise<unknown[]> | unknown[], string]>([
    [
      'who are the seller',
      () => [share(agency.agent, 10)],
      'The seller has the rest of the sale. Choose somebody else to share it with.',
    ],
    [
      'twice',
      () => [share(agency.rival, 10), share(agency.rival, 10, 'referral')],
      'Each person has one share.',
    ],
    [
      'of another agency',
      async () => [share((await createTestAgency()).agent, 10)],
      'Choose members of your agency to share a sale with.',
    ],
    [
      'whose parts come to 100 %',
      () => [share(agency.rival, 60), share(third, 40)],
      'The parts come to 100 %. Leave the seller more than 0.',
    ],
    [
      'whose parts come to more',
      () => [share(agency.rival, 60.01), share(third, 40)],
      'The parts come to 100.01 %. Leave the seller more than 0.',
    ],
    [
      'with 100.01 %',
      () => [share(agency.rival, 100.01)],
      'Enter a part above 0 and below 100 percent, with at most two decimals.',
    ],
    [
      'with nothing',
      () => [share(agency.rival, 0)],
      'Enter a part above 0 and below 100 percent, with at most two decimals.',
    ],
    [
      'with less',
      () => [share(agency.rival, -5)],
      'Enter a part above 0 and below 100 percent, with at most two decimals.',
    ],
    [
      'with three decimals',
      () => [share(agency.rival, 33.333)],
      'Enter a part above 0 and below 100 percent, with at most two decimals.',
    ],
    [
      'with words for a part',
      () => [{ ...share(agency.rival, 1), percent: 'NaN' }],
      'Enter a part above 0 and below 100 percent, with at most two decimals.',
    ],
    [
      'as anything else',
      () => [share(agency.rival, 10, 'seller')],
      'Choose co-seller or referral for each share.',
    ],
    ['as nobody', () => [{ role: 'co_seller', percent: 5 }], 'Choose the agent for each share.'],
    ['that are no people', () => [7], 'Choose the agent for each share.'],
    [
      'beyond nine',
      () => Array.from({ length: 10 }, () => share(agency.rival, 1)),
      'A sale has at most ten people.',
    ],
  ])('%s', async (_, people, message) => {
    const coSellers = await people();
    const refusal = { code: 'P0001', message, hint: 'co_sellers' };
    const sale = saleInput(agency, { co_sellers: coSellers });
    expect((await tryCreate(agency.agent, sale)).error).toMatchObject(refusal);
    expect((await tryCreate(agency.admin, { ...sale, agent_id: agency.agent.id })).error).toMatchObject(
      refusal,
    );
    expect((await untyped(agency.agent.api, 'sales').insert(sale)).error).toMatchObject(refusal);
    const { id } = await agency.sale();
    expect((await tryUpdate(agency.agent, id, 1, { co_sellers: coSellers })).error).toMatchObject(refusal);
  });

  test('as no list', async () => {
    const { error } = await tryCreate(agency.agent, saleInput(agency, { co_sellers: { a: 1 } }));
    expect(error).toMatchObject({ hint: 'co_sellers', message: 'Send the co sellers as a list.' });
  });
});

test('an inactive colleague may have a share, and what else was sent is dropped', async () => {
  const id = await sell([{ ...share(agency.inactive, 10), amount: 5, percent: '10.50' }]);
  const { co_sellers } = await sqlOne<{ co_sellers: unknown }>(
    'select co_sellers from public.sales where id = $1',
    [id],
  );
  expect(co_sellers).toEqual([{ user_id: agency.inactive.id, role: 'co_seller', percent: 10.5 }]);
});

test('a commission is divided to the cent, and each has the split of their own', async () => {
  await sql('update public.user_terms set commission_split = 70 where user_id = $1', [agency.agent.id]);
  const id = await sell([share(agency.rival, 33.33), share(third, 33.33, 'referral')]);
  const seller = await sellerPart(id);
  const shares = await sharesOf(id);
  expect(seller.share_percents).toEqual(['33.34', '33.33', '33.33']);
  expect(shares).toMatchObject([
    {
      user_id: agency.rival.id,
      role: 'co_seller',
      place: 2,
      percent: '33.33',
      gross_part: '33.33',
      status: 'open',
    },
    {
      user_id: third.id,
      role: 'referral',
      place: 3,
      percent: '33.33',
      split: '50.00',
      gross_part: '33.33',
      agent_amount: '16.67',
    },
  ]);
  expect(Number(seller.agent_amount)).toBe(Math.round(33.35 * Number(seller.split)) / 100);
});

test('shares follow amounts and people; who stays keeps the split', async () => {
  const id = await sell([share(agency.rival, 40), share(third, 10)]);
  await sql('update public.user_terms set commission_split = 90 where user_id = $1', [third.id]);
  await tryUpdate(agency.agent, id, 1, { commission_amount: 200, sale_date: '2026-03-04' });
  expect((await sharesOf(id)).at(1)).toMatchObject({
    split: '50.00',
    gross_part: '20.00',
    agent_amount: '10.00',
    day: '2026-03-04',
  });
  // Places change hands, one goes and one comes.
  const { error } = await tryUpdate(agency.agent, id, 2, {
    co_sellers: [share(third, 40), share(agency.admin, 10), share(agency.rival, 5)],
  });
  expect(error).toBeNull();
  expect(await sharesOf(id)).toMatchObject([
    { user_id: third.id, place: 2, split: '50.00', gross_part: '80.00', agent_amount: '40.00' },
    { user_id: agency.admin.id, place: 3, gross_part: '20.00' },
    { user_id: agency.rival.id, place: 4, gross_part: '10.00' },
  ]);
  expect((await tryUpdate(agency.agent, id, 3, { co_sellers: [share(agency.owner, 25)] })).error).toBeNull();
  expect(await sharesOf(id)).toMatchObject([{ user_id: agency.owner.id, place: 2, gross_part: '50.00' }]);
  // The same percents for somebody else.
  expect((await tryUpdate(agency.agent, id, 4, { co_sellers: [share(third, 25)] })).error).toBeNull();
  expect(await sharesOf(id)).toMatchObject([{ user_id: third.id, split: '90.00', gross_part: '50.00' }]);
  expect((await tryUpdate(agency.agent, id, 5, { co_sellers: [] })).error).toBeNull();
  expect(await sharesOf(id)).toEqual([]);
  expect((await sellerPart(id)).share_percents).toEqual(['100.00']);
  const changes = (await historyOf(id)).at(-2) as { previous_data: object; new_data: object };
  expect(changes.new_data).toEqual({ co_sellers: [share(third, 25)] });
  await sql('update public.user_terms set commission_split = 50 where user_id = $1', [third.id]);
});

test('nobody but the seller and admins changes the shares', async () => {
  const id = await sell([share(agency.rival, 40)]);
  for (const person of [agency.rival, third]) {
    expect((await tryUpdate(person, id, 1, { co_sellers: [] })).error).toMatchObject({
      message: 'This sale does not exist, or it is not yours.',
    });
    await untyped(person.api, 'sales').update({ co_sellers: [] }).eq('id', id);
    await untyped(person.api, 'commission_shares')
      .update({ percent: 90, agent_amount: 90 })
      .eq('sales_id', id);
    await untyped(person.api, 'commission_shares').delete().eq('sales_id', id);
  }
  expect(await sharesOf(id)).toMatchObject([{ percent: '40.00', gross_part: '40.00' }]);
  expect((await tryUpdate(agency.admin, id, 1, { co_sellers: [share(agency.rival, 30)] })).error).toBeNull();
});

test('shares are fixed with the other terms', async () => {
  const id = await sell([share(agency.rival, 40)]);
  await setStatus(agency.agent, id, 'paid');
  for (const person of [agency.agent, agency.admin])
    expect((await tryUpdate(person, id, 2, { co_sellers: [] })).error).toMatchObject({
      message: 'The shares of this sale cannot change any more: the sale is paid.',
      hint: 'co_sellers',
    });
  const received = await sell([share(agency.rival, 40)]);
  const { id: commission } = await sqlOne<{ id: string }>(
    'select id from public.commissions where sales_id = $1',
    [received],
  );
  await agency.admin.api.rpc('record_receipt', {
    commission_id: commission,
    received_on: '2026-05-01',
    received_amount: 100.01,
  });
  expect((await tryUpdate(agency.agent, received, 1, { co_sellers: [] })).error).toMatchObject({
    message: 'The shares of this sale cannot change any more: its commission is already funds received.',
  });
});

test('a sale is not given to somebody who has a share of it', async () => {
  const id = await sell([share(agency.rival, 40)], { booking_reference: 'SHARED-1' });
  expect((await tryUpdate(agency.admin, id, 1, { agent_id: agency.rival.id })).error).toMatchObject({
    message:
      'This person has a share of booking SHARED-1 already. Take the share back first, or choose somebody else.',
    hint: 'agent_id',
  });
  expect(
    (
      await tryUpdate(agency.admin, id, 1, {
        agent_id: agency.rival.id,
        co_sellers: [share(agency.agent, 40)],
      })
    ).error,
  ).toBeNull();
  expect(await sharesOf(id)).toMatchObject([{ user_id: agency.agent.id, gross_part: '40.00' }]);
});

test('a cancelled sale cancels the shares', async () => {
  const id = await sell([share(agency.rival, 40), share(third, 2)]);
  await setStatus(agency.agent, id, 'cancelled');
  expect(await sharesOf(id)).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
});

test('of two who change shares at once one wins, and all parts come to 100 %', async () => {
  const id = await sell([share(agency.rival, 40)]);
  const answers = await Promise.all(
    [10, 20, 30, 60].map((percent) =>
      tryUpdate(agency.agent, id, 1, { co_sellers: [share(third, percent)] }),
    ),
  );
  expect(
    answers.filter(({ data }) => (data as { outcome?: string } | null)?.outcome === 'saved'),
  ).toHaveLength(1);
  const [only, ...others] = await sharesOf(id);
  expect(others).toEqual([]);
  const { share_percents } = await sellerPart(id);
  expect(Number(share_percents[0]) + Number(only!.percent)).toBe(100);
});

test('thousands at once: all their shares, and none where there is one seller', async () => {
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, total_amount, commission_amount,
       commission_basis, sale_date, co_sellers)
     select $1, $2, $3, $4, 'MANY-' || n, 100, 10, 'amount', '2026-02-02',
       case when n % 2 = 0 then jsonb_build_array(jsonb_build_object('user_id', $5::uuid, 'role', 'co_seller', 'percent', 25)) else '[]' end
     from generate_series(1, 2000) n`,
    [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id, agency.rival.id],
  );
  const { n, gross } = await sqlOne<{ n: number; gross: string }>(
    `select count(*)::int as n, sum(gross_part) as gross from private.shares_beside_sellers h join public.sales s on s.id = h.sales_id
     where s.booking_reference like 'MANY-%' and s.organization_id = $1`,
    [agency.organizationId],
  );
  expect([n, gross]).toEqual([1000, '2500.00']);
});

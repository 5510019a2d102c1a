import { act, actTheRest, drawn, outcome, type Deed, type Deeds } from '../support/agreements-deeds';
import { BANK_DEEDS, deposits } from '../support/agreements-bank-deeds';
import { MONEY_DEEDS } from '../support/agreements-money-deeds';
import { SALE_DEEDS } from '../support/agreements-sale-deeds';
import { createWorld, TERMS_DEEDS } from '../support/agreements-terms';
import { oneOf, type World } from '../support/agreements-world';
import { ask } from '../support/bank';
import { closeBooks } from '../support/books';
import { closedFigures, notWhatIsNow, saidOtherwise, type Said } from '../support/closed-figures';
import { addDays } from '../support/dashboard';
import { sql, sqlOne } from '../support/database';
import type { Done } from '../support/payouts';
import { override } from '../support/shares';
import { HISTORY_SEED, randomOf, SOAK } from '../support/soak';

/**
 * A closed month keeps what it said (docs/product/commissions.md, Closed books): of every report by booking day, in every grouping, of the agency and of each
 * person, the rows behind too, whatever is done afterwards; the open month has the difference, and together they say what is now.
 */
jest.setTimeout(600_000);

interface Closed {
  id: string;
  agent: string;
  amount: number;
  status: string;
}

/** A commission whose receipt a closed month counts. */
const aClosed = async (world: World, where = 'true'): Promise<Closed | undefined> =>
  oneOf(
    world,
    await sql<Closed>(
      `select c.id, c.agent_id as agent, c.amount::float8 as amount, c.status from public.commissions c
       join public.organizations o on o.id = c.organization_id
       where c.organization_id = $1 and c.received_posted_on <= o.books_closed_through and c.status <> 'cancelled' and ${where}
       order by c.id`,
      [world.agency.organizationId],
    ),
  );

/** Something that is written of shares of a closed commission, as functions of the database do that are reached from many sides. */
const written =
  (statement: string): Deed =>
  async (world) =>
    (await sql(statement, [world.agency.organizationId])).length > 0;

const inClosed = `join public.commissions c on c.id = h.commission_id join public.organizations o on o.id = c.organization_id
  where h.organization_id = $1 and c.received_posted_on <= o.books_closed_through and c.status <> 'cancelled' and h.status = 'open'`;

const overrideRecorded: Deed = async (world) => {
  const closed = await aClosed(world);
  if (!closed) return false;
  const others = world.people.filter(({ id }) => id !== closed.agent);
  const found = await sql(
    `select 1 from public.commission_shares where commission_id = $1 and role <> 'seller' and user_id = any ($2)`,
    [closed.id, others.map(({ id }) => id)],
  );
  const person = others[0];
  if (!person || found.length > 0) return false;
  await override(world.agency, closed.id, { person, amount: 1.5 });
  return true;
};

/** Of closed books nothing is left to apply; that is tried with everybody. */
const applyAgain: Deed = async ({ people, agency }) => {
  for (const { id: member_id } of people) {
    const { expected } = await ask<{ expected: string }>(agency.owner, 'preview_terms_again', { member_id });
    const done = outcome(await ask<Done>(agency.owner, 'apply_terms_again', { member_id, expected }));
    if (done !== true) return done;
  }
  return true;
};

const CLOSED_DEEDS: Deeds = [
  ['an override is recorded', 3, overrideRecorded],
  [
    'an override changes',
    3,
    written(`update public.commission_shares s set agent_amount = s.agent_amount + 0.25
      where s.id = (select h.id from public.commission_shares h ${inClosed} and h.role = 'override' order by h.id limit 1) returning 1`),
  ],
  [
    'an override goes',
    2,
    written(`delete from public.commission_shares s
      where s.id = (select h.id from public.commission_shares h ${inClosed} and h.role = 'override' order by h.id desc limit 1) returning 1`),
  ],
  [
    'an override is cancelled',
    2,
    written(`update public.commission_shares s set status = 'cancelled'
      where s.id = (select h.id from public.commission_shares h ${inClosed} and h.role = 'override' order by h.agent_amount, h.id limit 1)
      returning 1`),
  ],
  [
    'what a share comes to changes',
    2,
    written(`update public.commission_shares s set agent_amount = s.agent_amount + 0.5
      where s.id = (select h.id from public.commission_shares h ${inClosed} and h.role = 'co_seller' order by h.id limit 1) returning 1`),
  ],
  ['terms are applied again', 2, applyAgain],
  [
    'another deposit comes',
    2,
    async (world) => deposits(world, await aClosed(world, 'c.open_amount > 0.25'), 0.25),
  ],
  [
    'a vendor takes back',
    3,
    // Of somebody who was paid sooner: they give back.
    async (world) =>
      deposits(
        world,
        (await aClosed(world, 'c.deposited_amount > 1 and c.seller_paid and c.agent_amount > 1')) ??
          (await aClosed(world, 'c.deposited_amount > 1')),
        -0.5,
      ),
  ],
  [
    'a recall of a closed month is taken back',
    2,
    async ({ agency }) => {
      const [closed] = await sql<{ group_id: string }>(
        `select t.group_id from public.bank_decisions t join public.bank_allocations a on a.transaction_id = t.transaction_id
         join public.organizations o on o.id = t.organization_id
         where t.organization_id = $1 and a.amount < 0 and a.posted_on <= o.books_closed_through order by t.id limit 1`,
        [agency.organizationId],
      );
      if (!closed) return false;
      return outcome(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id: closed.group_id }));
    },
  ],
];

const DEEDS: Deeds = [
  ...SALE_DEEDS,
  ...TERMS_DEEDS,
  ...MONEY_DEEDS.filter(([name]) =>
    /receipt|cancel a commission|pay a seller alone|void one payment|recall/.test(name),
  ),
  ...CLOSED_DEEDS,
];

test('what closed months said stays, whatever is done, and all months together say what is now', async () => {
  const world = await createWorld(randomOf(HISTORY_SEED), true);
  const { agency, people, today } = world;
  // All of this is some weeks ago.
  world.today = addDays(today, -40);
  const before = DEEDS.filter(([name]) => /^sell|customer pays$|^receipt|pay a seller alone/.test(name));
  for (let n = 0; n < 24; n += 1)
    await act(
      world,
      drawn(
        world,
        SALE_DEEDS.filter(([name]) => name.startsWith('sell')),
      ),
    );
  // Until somebody was paid of what a deposit brought, too: of that a vendor can take back.
  const isPaidOfDeposit = async () =>
    (
      await sql(
        'select from public.commissions c where c.organization_id = $1 and c.deposited_amount > 1 and c.seller_paid and c.agent_amount > 1',
        [agency.organizationId],
      )
    ).length > 0;
  for (let n = 0; n < 60 || (n < 200 && !(await isPaidOfDeposit())); n += 1)
    await act(world, drawn(world, [...before, ...BANK_DEEDS]));
  const through = addDays(today, -20);
  await closeBooks(agency, through);
  world.today = today;
  world.done.clear();
  const asked = [agency.admin, ...people.slice(0, SOAK ? 4 : 1)];
  let said: Said = await closedFigures(asked, through);
  expect(
    [...said.values()].some((figures) => figures.includes('"agents":') && !figures.includes('"agents":0,')),
  ).toBe(true);
  let deeds = 0;
  const does = async (deed: Deeds[number]) => {
    const done = world.done.get(deed[0]) ?? 0;
    await act(world, deed);
    if ((world.done.get(deed[0]) ?? 0) === done) return;
    deeds += 1;
    const now = await closedFigures(asked, through);
    const wrong = [...saidOtherwise(said, now), ...(await notWhatIsNow(agency.admin))];
    said = now;
    expect({
      deed: deed[0],
      wrong: wrong.slice(0, 4),
      log: wrong.length > 0 ? world.log.slice(-4) : [],
    }).toEqual({
      ...{ deed: deed[0], wrong: [], log: [] },
    });
  };
  for (let n = 0; n < 2; n += 1) for (const deed of CLOSED_DEEDS) await does(deed);
  const left = await actTheRest(world, DEEDS, does);
  const recalls = async () =>
    (
      await sqlOne<{ recalls: number }>(
        'select count(*)::int as recalls from private.recall_parts where organization_id = $1 and agent_amount > 0',
        [agency.organizationId],
      )
    ).recalls;
  // Which commissions were drawn is a matter of their ids: until somebody gives back.
  for (let n = 0; n < 20 && (await recalls()) === 0; n += 1)
    for (const deed of CLOSED_DEEDS) if (deed[0] === 'a vendor takes back') await does(deed);
  expect(left).toEqual([]);
  expect(deeds).toBeGreaterThan(DEEDS.length / 2);
  const { kept } = await sqlOne<{ kept: number }>(
    'select count(*)::int as kept from private.closed_shares where organization_id = $1',
    [agency.organizationId],
  );
  expect(kept).toBeGreaterThan(0);
  expect(await recalls()).toBeGreaterThan(0);
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(await sql('select * from private.check_report_totals($1)', [agency.organizationId])).toEqual([]);
  expect(saidOtherwise(said, await closedFigures(asked, through))).toEqual([]);
  expect(await notWhatIsNow(agency.admin)).toEqual([]);
});

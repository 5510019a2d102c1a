import { randomUUID } from 'node:crypto';
import { outcome, type Deed, type Deeds } from './agreements-deeds';
import { VOLUMES, type OverrideRule, type Terms, type YearTiers } from './agreements-oracle';
import { oneOf, type World } from './agreements-world';
import { ask } from './bank';
import { addDays } from './dashboard';
import { sql, sqlOne } from './database';
import type { Done } from './payouts';
import { createMember, createTestAgency, createVendor, type Person } from './test-agency';

const percent = (points: number) => points / 100;

const entries = (by: ReadonlyMap<string, number>, name: string) =>
  [...by].map(([of, split]) => ({ [name]: of, split: percent(split) }));

/** Terms as they are saved. */
const asSent = ({ split, byVendor, byCategory, tiers }: Terms) => ({
  default_split: percent(split),
  vendor_splits: entries(byVendor, 'vendor_id'),
  category_splits: entries(byCategory, 'category'),
  tiers: tiers && {
    ...{ basis: tiers.basis, year_start: tiers.yearStart, mode: tiers.mode },
    steps: tiers.steps.map((step) => ({ from: step.from / 100, split: percent(step.split) })),
  },
});

/** One to three steps that a few sales come to. */
function someTiers({ below }: World): YearTiers {
  const basis = VOLUMES[below(VOLUMES.length)] ?? 'sales_booked';
  const unit = basis === 'sales_booked' ? 500_000 : 50_000;
  let from = below(2) ? 0 : below(unit);
  const steps = Array.from({ length: 1 + below(3) }, () => {
    const step = { from, split: 4000 + below(40) * 100 + below(4) * 25 };
    from += 1 + below(unit);
    return step;
  });
  const mode = below(2) ? 'from_there_on' : 'whole_year';
  return { basis, steps, mode, yearStart: ['01-01', '07-01', '10-15'][below(3)] ?? '01-01' };
}

function someTerms(world: World, validFrom: string): Terms {
  const { below, vendors } = world;
  const split = () => 4000 + below(30) * 100 + below(3) * 25;
  const some = (keys: readonly string[]) =>
    new Map(keys.filter(() => below(3) === 0).map((key) => [key, split()]));
  return {
    ...{ validFrom, split: split() },
    byVendor: some(vendors),
    byCategory: some(['fare', 'hotel', 'insurance', 'extra', 'service_fee']),
    tiers: below(2) ? someTiers(world) : null,
  };
}

/** Saves terms as the owner does, and keeps them. */
async function saveTerms(world: World, person: string, terms: Terms): Promise<true | string> {
  const done = outcome(
    await ask<Done>(world.agency.owner, 'save_agreement', {
      ...{ member_id: person, valid_from: terms.validFrom, terms: asSent(terms), request_key: randomUUID() },
    }),
  );
  if (done !== true) return done;
  const before = (world.terms.get(person) ?? []).filter(({ validFrom }) => validFrom < terms.validFrom);
  // One of the same day takes its place.
  world.terms.set(person, [...before, terms]);
  return true;
}

/** New terms from today on: nothing that was recorded changes. */
const changeTerms: Deed = async (world) => {
  const person = oneOf(world, world.people)?.id ?? '';
  return saveTerms(world, person, someTerms(world, world.today));
};

/** Terms of a day to come: nothing that is recorded now has them, and the next plan takes their place. */
const planTerms: Deed = async (world) => {
  const person = oneOf(world, world.people)?.id ?? '';
  return saveTerms(world, person, someTerms(world, addDays(world.today, 1 + world.below(60))));
};

export const TERMS_DEEDS: Deeds = [
  ['change the terms', 4, changeTerms],
  ['plan terms', 1, planTerms],
];

/** Leads who have something of others: of all from the agency's part, and of two people from theirs. */
async function promise(world: World): Promise<void> {
  const { agency, people, today, below } = world;
  // Who has everything leaves nothing for a lead.
  await sql('update public.user_terms set commission_split = 50 where user_id = any ($1)', [
    [agency.owner.id, agency.admin.id],
  ]);
  const bases = ['gross', 'agency', 'agent'] as const;
  const some = (): Pick<OverrideRule, 'points' | 'base' | 'cap'> => ({
    ...{ points: 50 + below(350), base: bases[below(3)] ?? 'gross', cap: null },
  });
  const rules: OverrideRule[] = [
    { ...some(), whose: 'all', takenFrom: 'agency' },
    { ...some(), whose: people.slice(0, 2).map(({ id }) => id), takenFrom: 'agent' },
    { ...some(), whose: 'all', takenFrom: 'agency', cap: 1000 + below(9000) },
  ];
  for (const rule of rules) {
    const lead = await createMember(agency.organizationId, 'agent', 50);
    const { whose, points, base, takenFrom, cap } = rule;
    const cap_per_year = cap === null ? null : cap / 100;
    const overrides = [{ ...{ whose, base, percent: percent(points), taken_from: takenFrom }, cap_per_year }];
    const done = outcome(
      await ask<Done>(agency.owner, 'save_agreement', {
        ...{ member_id: lead.id, valid_from: addDays(today, -700), request_key: randomUUID() },
        terms: { default_split: 50, overrides },
      }),
    );
    if (done !== true) throw new Error(done);
    world.leads.set(lead.id, rule);
  }
}

/** An agency of four sellers with terms of their own. */
export async function createWorld(below: (limit: number) => number, withAll: boolean): Promise<World> {
  const agency = await createTestAgency();
  const people: Person[] = [
    agency.agent,
    agency.rival,
    await createMember(agency.organizationId, 'agent', 50),
    await createMember(agency.organizationId, 'agent', 70),
  ];
  const vendors = [
    agency.vendorId,
    await createVendor(agency.organizationId, 12),
    await createVendor(agency.organizationId, 8),
  ];
  const { today } = await sqlOne<{ today: string }>(
    'select (now() at time zone time_zone)::date::text as today from public.organizations where id = $1',
    [agency.organizationId],
  );
  const paysOnReceived = below(2) === 0;
  await sql('update public.organizations set agents_paid_on = $2, payout_minimum_amount = $3 where id = $1', [
    agency.organizationId,
    paysOnReceived ? 'received' : 'expected',
    below(2) * 25,
  ]);
  const world: World = {
    ...{
      agency,
      people,
      vendors,
      groups: [],
      today,
      below,
      terms: new Map(),
      leads: new Map(),
      bonuses: [],
      sales: [],
      adjusted: new Map(),
    },
    ...{ paysOnReceived, done: new Map(), refused: new Map(), log: [] },
  };
  for (const { id } of people) {
    const terms = someTerms(world, addDays(today, -700));
    // Of whom a year is lifted whatever chance says.
    if (withAll && id === agency.agent.id) {
      const steps = [{ from: 300_000, split: terms.split + 325 }];
      terms.tiers = { basis: 'sales_booked', steps, mode: 'whole_year', yearStart: '01-01' };
      terms.byVendor = new Map();
    }
    const done = await saveTerms(world, id, terms);
    if (done !== true) throw new Error(done);
  }
  if (withAll || below(2)) await promise(world);
  const { id } = await ask<{ id: string }>(agency.admin, 'save_sale_group', {
    sale_group: { name: 'Choir on the Rhine', vendor_id: agency.vendorId },
  });
  world.groups.push(id);
  return world;
}

import { randomUUID } from 'node:crypto';
import { outcome, type Deed, type Deeds } from './agreements-deeds';
import type { Terms } from './agreements-oracle';
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
const asSent = ({ split, byVendor, byCategory }: Terms) => ({
  default_split: percent(split),
  vendor_splits: entries(byVendor, 'vendor_id'),
  category_splits: entries(byCategory, 'category'),
});

function someTerms({ below, vendors }: World, validFrom: string): Terms {
  const split = () => 4000 + below(30) * 100 + below(3) * 25;
  const some = (keys: readonly string[]) =>
    new Map(keys.filter(() => below(3) === 0).map((key) => [key, split()]));
  return {
    ...{ validFrom, split: split() },
    byVendor: some(vendors),
    byCategory: some(['fare', 'hotel', 'insurance', 'extra', 'service_fee']),
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

export const TERMS_DEEDS: Deeds = [['change the terms', 4, changeTerms]];

/** An agency of four sellers with terms of their own. */
export async function createWorld(below: (limit: number) => number): Promise<World> {
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
      sales: [],
      adjusted: new Map(),
    },
    ...{ paysOnReceived, done: new Map(), refused: new Map(), log: [] },
  };
  for (const { id } of people) {
    const done = await saveTerms(world, id, someTerms(world, addDays(today, -700)));
    if (done !== true) throw new Error(done);
  }
  const { id } = await ask<{ id: string }>(agency.admin, 'save_sale_group', {
    sale_group: { name: 'Choir on the Rhine', vendor_id: agency.vendorId },
  });
  world.groups.push(id);
  return world;
}

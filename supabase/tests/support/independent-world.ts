import { ask, createAccount } from './bank';
import { addDays } from './dashboard';
import { sql, sqlOne } from './database';
import { Books, type Agreed, type Sale } from './independent-books';
import { money } from './independent-money';
import { randomOf } from './soak';
import { createMember, createTestAgency, createVendor, type Person, type TestAgency } from './test-agency';

export interface AuditWorld {
  agency: TestAgency;
  books: Books;
  below: (bound: number) => number;
  vendors: string[];
  customers: string[];
  account: string;
  /** owner, three agents, a lead. */
  sellers: Person[];
  depositMatched: boolean;
  paidOnReceived: boolean;
  deeds: Map<string, number>;
  refused: Map<string, number>;
  clock: number;
}

const asSent = ({ split, categories, tiers }: Agreed, overrides: object[] = []) => ({
  default_split: split / 100,
  vendor_splits: [],
  category_splits: Object.entries(categories).map(([category, points]) => ({
    category,
    split: points / 100,
  })),
  tiers: tiers && {
    basis: tiers.basis,
    year_start: '01-01',
    mode: tiers.wholeYear ? 'whole_year' : 'from_there_on',
    steps: tiers.steps.map((step) => ({ from: money(step.from), split: step.split / 100 })),
  },
  overrides,
});

const plain = (split: number): Agreed => ({ split, categories: {}, tiers: null });

async function agree(world: AuditWorld, person: Person, agreed: Agreed, overrides: object[] = []) {
  const answer = await ask<{ success: boolean; error: string | null }>(world.agency.owner, 'save_agreement', {
    ...{ member_id: person.id, valid_from: '2026-01-01', terms: asSent(agreed, overrides) },
  });
  if (!answer.success) throw new Error(`Terms: ${answer.error}`);
  world.books.agreed.set(person.id, agreed);
}

async function vendorOf(organization: string, category: string, days: number, basis: string) {
  const id = await createVendor(organization);
  await sql('update public.vendors set category = $2, name = $3 where id = $1', [
    id,
    category,
    `V ${category}`,
  ]);
  await sql(
    'update public.vendor_terms set expected_payment_days = $2, expected_payment_basis = $3 where vendor_id = $1',
    [id, days, basis],
  );
  return id;
}

/** An agency whose terms are agreed before anything was sold. */
export async function auditWorld(
  seed: number,
  { depositMatched, paidOnReceived }: { depositMatched: boolean; paidOnReceived: boolean },
): Promise<AuditWorld> {
  const agency = await createTestAgency();
  const { organizationId, owner, agent, rival } = agency;
  const [third, lead] = [
    await createMember(organizationId, 'agent', 50),
    await createMember(organizationId, 'agent', 50),
  ];
  await sql(
    `update public.organizations set commission_received_on = $2, agents_paid_on = $3, receipts_tracked_since = '2026-01-01',
       time_zone = 'UTC' where id = $1`,
    [
      organizationId,
      depositMatched ? 'deposit_matched' : 'sale_paid',
      paidOnReceived ? 'received' : 'expected',
    ],
  );
  const { day: today } = await sqlOne<{ day: string }>('select private.today()::text as day');
  const sellers = [owner, agent, rival, third, lead];
  const people = [...sellers, agency.admin];
  const vendors = [
    await vendorOf(organizationId, 'cruise', 30, 'booking'),
    await vendorOf(organizationId, 'hotel', 10, 'departure'),
  ];
  const customers: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const made = await ask<{ id: string }>(agency.admin, 'create_customer', {
      customer: { first_name: `C${n}`, last_name: 'Own' },
    });
    customers.push(made.id);
  }
  const world: AuditWorld = {
    ...{ agency, below: randomOf(seed), vendors, customers, sellers, depositMatched, paidOnReceived },
    books: new Books(people, today),
    account: await createAccount(agency.admin, 'Audit'),
    ...{ deeds: new Map(), refused: new Map(), clock: 0 },
  };
  await sql('update public.user_terms set commission_split = 50 where user_id = any ($1)', [
    [owner.id, agency.admin.id],
  ]);
  for (const id of [owner.id, agency.admin.id]) world.books.agreed.set(id, plain(5000));
  await agree(world, agent, { split: 6000, categories: { hotel: 7050, cruise: 5525 }, tiers: null });
  await agree(world, rival, {
    ...plain(5000),
    tiers: {
      ...{ basis: 'sales_booked', wholeYear: false },
      steps: [
        { from: 0, split: 5000 },
        { from: 1_200_000, split: 5533 },
        { from: 3_000_000, split: 6075 },
      ],
    },
  });
  await agree(world, third, {
    ...plain(4500),
    tiers: {
      ...{ basis: 'commission_expected', wholeYear: true },
      steps: [
        { from: 0, split: 4500 },
        { from: 90_000, split: 5010 },
        { from: 400_000, split: 5575 },
      ],
    },
  });
  await agree(world, lead, plain(5000), [
    { whose: 'all', percent: 2, base: 'gross', taken_from: 'agency', cap_per_year: null },
    { whose: [agent.id], percent: 3, base: 'agent', taken_from: 'agent', cap_per_year: null },
  ]);
  world.books.lead = { person: lead.id, all: 200, named: agent.id, ofNamed: 300 };
  return world;
}

export const oneOf = <Item>(world: AuditWorld, items: readonly Item[]): Item | undefined =>
  items[world.below(items.length)];

/** A day of the year so far, not in closed books. */
export function someDay(world: AuditWorld, from = '2026-02-01'): string {
  const first = firstOpen(world) > from ? firstOpen(world) : from;
  const days = Math.max(Math.round((Date.parse(world.books.today) - Date.parse(first)) / 86_400_000), 0);
  return addDays(first, world.below(days + 1));
}
/** As above, in closed books as well: what arrives later keeps its day. */
export const anyDay = (world: AuditWorld, from = '2026-02-01'): string =>
  addDays(from, world.below(Math.round((Date.parse(world.books.today) - Date.parse(from)) / 86_400_000) + 1));
export const firstOpen = ({ books }: AuditWorld): string =>
  books.closedThrough ? addDays(books.closedThrough, 1) : '2026-01-01';
/** On which day something of that day is booked. */
export const postedOn = (world: AuditWorld, day: string): string =>
  day < firstOpen(world) ? firstOpen(world) : day;

export const dueOf = (world: AuditWorld, sale: Pick<Sale, 'vendor' | 'day' | 'travel'>): string | null => {
  if (sale.vendor === world.vendors[0]) return addDays(sale.day, 30);
  return sale.travel && addDays(sale.travel, 10);
};

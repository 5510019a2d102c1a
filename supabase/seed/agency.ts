import { addDays, daysBetween, momentOn, YEARS, type Calendar } from './calendar';
import { CUSTOMER_NOTES, FIRST_NAMES, LAST_NAMES, VENDOR_KINDS, type VendorKind } from './names';
import type { Random } from './random';

/** What an agency is asked to be. */
export interface AgencyPlan {
  name: string;
  domain: string;
  email: string;
  phone: string;
  postalAddress: string;
  taxNumber: string;
  /** Whether its owner has said since when vendors' payments are tracked; the other one knows unpaid commissions only. */
  tracksReceipts: boolean;
  timeZone: string;
  /** People with a login (`email`) or without one; the order decides how much they sell. */
  people: readonly PersonPlan[];
  vendors: number;
  customers: number;
  sales: number;
}

export interface PersonPlan {
  firstName: string;
  lastName: string;
  role: 'owner' | 'admin' | 'agent';
  /** Given for people who can sign in. */
  email?: string;
  split: number;
  /** Share of the sales, relative to the others. */
  weight: number;
  /** Days of business before the first sale, and after the last one. */
  joins?: number;
  leaves?: number;
}

export interface Seller extends PersonPlan {
  id: string;
  address: string;
  from: string;
  until: string;
  createdAt: Date;
}

export interface Vendor {
  id: string;
  name: string;
  kind: VendorKind;
  /** In hundredths of a percent. */
  rate: number;
  weight: number;
  createdAt: Date;
}

export interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  notes: string | null;
  /** The days this customer may buy from. */
  from: string;
  weight: number;
}

/** An agency before its first sale. */
export interface Agency {
  id: string;
  plan: AgencyPlan;
  sellers: Seller[];
  vendors: Vendor[];
  customers: Customer[];
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '');

function sellers(plan: AgencyPlan, calendar: Calendar, random: Random): Seller[] {
  return plan.people.map((person) => {
    const from = addDays(calendar.start, person.joins ?? 0);
    return {
      ...person,
      id: random.uuid(),
      address: person.email ?? `${slug(person.firstName)}.${slug(person.lastName)}@${plan.domain}`,
      from,
      until: addDays(calendar.today, -(person.leaves ?? 0)),
      createdAt: momentOn(calendar, addDays(from, -1), random),
    };
  });
}

function vendors(plan: AgencyPlan, calendar: Calendar, random: Random): Vendor[] {
  const all = VENDOR_KINDS.flatMap((kind) => kind.vendors.map((name) => ({ name, kind })));
  const step = all.length / plan.vendors;
  return Array.from({ length: plan.vendors }, (_, index) => {
    const chosen = all[Math.floor(index * step)];
    if (!chosen) throw new Error('More vendors asked for than there are names');
    return {
      ...chosen,
      id: random.uuid(),
      rate: Math.round(random.pick(chosen.kind.rates) * 100),
      weight: chosen.kind.weight * random.spread(0.8),
      createdAt: momentOn(calendar, addDays(calendar.start, -random.between(1, 20)), random),
    };
  });
}

/** A name nobody else has. */
function newName(taken: Set<string>, random: Random): { firstName: string; lastName: string } {
  for (;;) {
    const [firstName, lastName] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    if (taken.has(`${firstName} ${lastName}`)) continue;
    taken.add(`${firstName} ${lastName}`);
    return { firstName, lastName };
  }
}

function customers(plan: AgencyPlan, calendar: Calendar, random: Random): Customer[] {
  const taken = new Set<string>();
  const span = daysBetween(calendar.start, calendar.today);
  return Array.from({ length: plan.customers }, (_, index) => {
    const { firstName, lastName } = newName(taken, random);
    const number = `(${random.pick(['206', '312', '415', '503', '617', '646', '718', '857'])}) 555-01${String(random.between(0, 99)).padStart(2, '0')}`;
    return {
      id: random.uuid(),
      firstName,
      lastName,
      email: random.chance(0.94) ? `${slug(firstName)}.${slug(lastName)}@example.com` : null,
      phone: random.chance(0.82) ? number : null,
      notes: random.chance(0.12) ? random.pick(CUSTOMER_NOTES) : null,
      // A third was there from the start, the others came over the years.
      from:
        index < plan.customers / YEARS
          ? calendar.start
          : addDays(calendar.start, random.between(0, span - 5)),
      weight: random.spread(0.7),
    };
  });
}

/** Makes people, vendors and customers of an agency. */
export function createAgency(plan: AgencyPlan, calendar: Calendar, random: Random): Agency {
  return {
    id: random.uuid(),
    plan,
    sellers: sellers(plan, calendar, random),
    vendors: vendors(plan, calendar, random),
    customers: customers(plan, calendar, random),
  };
}

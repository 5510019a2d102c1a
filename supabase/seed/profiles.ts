import type { Agency, Customer } from './agency';
import { addDays, type Calendar } from './calendar';
import type { Random } from './random';
import type { Row } from './rows';
import type { SaleLifecycle } from './sale-lifecycles';

/** City, region, the first digits of its postal codes, area code of its phones. All of it invented but the places. */
const PLACES = [
  ['Seattle', 'WA', '981'],
  ['Chicago', 'IL', '606'],
  ['San Francisco', 'CA', '941'],
  ['Portland', 'OR', '972'],
  ['Boston', 'MA', '021'],
  ['New York', 'NY', '100'],
  ['Philadelphia', 'PA', '191'],
  ['Los Angeles', 'CA', '900'],
] as const;
const STREETS = [
  'Alder',
  'Bayview',
  'Cedar',
  'Franklin',
  'Harbor',
  'Linden',
  'Maple',
  'Orchard',
  'Prospect',
  'Willow',
] as const;
const SUFFIXES = ['Street', 'Avenue', 'Lane', 'Court', 'Drive'] as const;
const TAGS = [
  ['Cruises', 0.2],
  ['Family', 0.16],
  ['Newsletter', 0.3],
  ['VIP', 0.06],
  ['Honeymoon', 0.05],
  ['Business', 0.1],
  ['Ski', 0.07],
  ['Safari', 0.03],
  ['Groups', 0.04],
] as const;
const MEALS = ['Vegetarian', 'Vegan', 'Kosher', 'Halal', 'Gluten-free'] as const;
const AIRLINES = ['Skyline Air', 'Northern Wing', 'Pacific Crest Airways', 'Atlantic Express'] as const;
const HOTELS = ['Grand Compass Rewards', 'Harbor House Club', 'Terrace Circle'] as const;
const INTERESTS = [
  'Wine regions, small museums',
  'Snorkelling and sailing',
  'Hiking, national parks',
  'Food markets and cooking classes',
  'Theater and opera',
] as const;
const RELATIONS = ['Spouse', 'Partner', 'Child', 'Parent', 'Sibling'] as const;
const COUNTRIES = ['US', 'US', 'US', 'US', 'US', 'CA', 'GB', 'MX', 'IE', 'IT'] as const;

function preferences(random: Random): Row {
  const chosen: Row = {};
  if (random.chance(0.7)) chosen['seat'] = random.pick(['Aisle', 'Window', 'Front row']);
  if (random.chance(0.4)) chosen['cabin'] = random.pick(['Economy', 'Premium economy', 'Business']);
  if (random.chance(0.2)) chosen['meal'] = random.pick(MEALS);
  if (random.chance(0.3))
    chosen['room'] = random.pick(['High floor', 'King bed', 'Two queen beds', 'Quiet side']);
  if (random.chance(0.06)) chosen['mobility'] = 'Short walks only, no stairs';
  if (random.chance(0.08)) chosen['allergies'] = random.pick(['Peanuts', 'Shellfish', 'Feathers']);
  if (random.chance(0.35)) chosen['interests'] = random.pick(INTERESTS);
  const number = (letters: string) => `${letters}${random.between(1_000_000, 9_999_999)}`;
  if (random.chance(0.5)) chosen['airlines'] = [{ airline: random.pick(AIRLINES), number: number('FF') }];
  if (random.chance(0.25)) chosen['hotels'] = [{ program: random.pick(HOTELS), number: number('') }];
  return chosen;
}

/** What the agency knows of a customer beyond name, phone and e-mail; more of some, nothing of others. */
export function profileRow(customer: Customer, calendar: Calendar, random: Random): Row {
  const place = random.pick(PLACES);
  const lives = random.chance(0.72);
  const trusted = random.chance(0.3);
  const [city, region, postal] = place;
  const relation = random.pick(RELATIONS);
  return {
    address_line_1: lives
      ? `${random.between(10, 9800)} ${random.pick(STREETS)} ${random.pick(SUFFIXES)}`
      : null,
    address_line_2: lives && random.chance(0.2) ? `Apt ${random.between(1, 40)}` : null,
    city: lives ? city : null,
    region: lives ? region : null,
    postal_code: lives ? `${postal}${String(random.between(1, 99)).padStart(2, '0')}` : null,
    country: lives ? 'US' : null,
    birthday: random.chance(0.6) ? addDays(calendar.today, -random.between(22 * 365, 78 * 365)) : null,
    more_emails: random.chance(0.1)
      ? [{ label: 'Work', value: `${customer.lastName.toLowerCase()}.${random.between(10, 99)}@example.org` }]
      : [],
    more_phones: random.chance(0.12)
      ? [{ label: random.pick(['Work', 'Home']), value: `(646) 555-01${random.between(10, 99)}` }]
      : [],
    emergency_name: trusted
      ? `${random.pick(['Alex', 'Jamie', 'Robin', 'Sam', 'Taylor'])} ${customer.lastName}`
      : null,
    emergency_phone: trusted ? `(312) 555-01${random.between(10, 99)}` : null,
    emergency_relation: trusted ? relation : null,
    tags: TAGS.filter(([, share]) => random.chance(share)).map(([tag]) => tag),
    preferences: random.chance(0.55) ? preferences(random) : {},
  };
}

/** Who has travelled together knows each other: one row for a pair. Nobody has two spouses. */
export function companionRows(agency: Agency, sales: SaleLifecycle[], random: Random): Row[] {
  const pairs = new Map<string, Row>();
  const married = new Set<string>();
  for (const { customer, companions, createdAt } of sales) {
    for (const companion of companions) {
      const pair = [customer.id, companion.id].sort().join();
      if (pairs.has(pair) || !random.chance(0.8)) continue;
      const single = !married.has(customer.id) && !married.has(companion.id);
      const relation = single ? 'Spouse' : random.pick(['Child', 'Parent', 'Sibling', 'Cousin']);
      if (single) [customer.id, companion.id].forEach((id) => married.add(id));
      pairs.set(pair, {
        id: random.uuid(),
        organization_id: agency.id,
        customer_id: customer.id,
        companion_id: companion.id,
        relation,
        created_at: createdAt,
      });
    }
  }
  return [...pairs.values()];
}

/** Passports of some who travel; a few expire soon after, or before, a booked return. Encrypted where they are written. */
export function passportRows(
  agency: Agency,
  sales: SaleLifecycle[],
  calendar: Calendar,
  random: Random,
): Row[] {
  const passports = new Map<string, Row>();
  const add = (customer: Customer, expires: string, createdAt: Date) => {
    if (passports.has(customer.id)) return;
    passports.set(customer.id, {
      id: random.uuid(),
      organization_id: agency.id,
      customer_id: customer.id,
      number: `${random.pick(['A', 'C', 'K', 'X'])}${random.between(10_000_000, 99_999_999)}`,
      given_names: customer.firstName,
      country: random.pick(COUNTRIES),
      issued_on: addDays(expires, -3652),
      expires_on: expires,
      created_at: createdAt,
    });
  };
  const ahead = sales.filter(
    ({ returnDate, cancelledAt }) => returnDate && returnDate > calendar.today && !cancelledAt,
  );
  ahead.slice(0, 9).forEach(({ customer, returnDate, createdAt }, index) => {
    // From a month before the return to five months after it.
    add(customer, addDays(returnDate ?? calendar.today, (index % 6) * 33 - 30), createdAt);
  });
  for (const { customer, companions, createdAt } of ahead) {
    for (const traveler of [customer, ...companions]) {
      if (random.chance(0.45)) add(traveler, addDays(calendar.today, random.between(500, 3300)), createdAt);
    }
  }
  return [...passports.values()];
}

import type { AgencyPlan, Vendor } from './agency';
import { FIRST_NAMES, LAST_NAMES } from './names';
import { createRandom, type Random } from './random';
import type { Row } from './row';

interface Terms {
  days: number;
  basis: 'booking' | 'departure' | 'return';
}

const after = (days: number, basis: Terms['basis']): Terms => ({ days, basis });

/** Who sells what by the kind's reference, and when such vendors usually pay; null where nothing is agreed. */
const HABITS: Readonly<Record<string, { category: string; terms: readonly (Terms | null)[] }>> = {
  CR: { category: 'cruise', terms: [after(14, 'departure'), after(30, 'departure'), after(0, 'departure')] },
  HT: { category: 'hotel', terms: [after(30, 'return'), after(45, 'return'), after(60, 'return')] },
  TR: { category: 'tour', terms: [after(14, 'departure'), after(30, 'departure'), after(30, 'booking')] },
  AR: { category: 'air', terms: [after(21, 'booking'), after(30, 'booking')] },
  GT: { category: 'car', terms: [after(30, 'return'), after(14, 'departure'), null] },
  IN: { category: 'insurance', terms: [after(30, 'booking'), after(45, 'booking')] },
  EX: { category: 'other', terms: [after(14, 'departure'), null] },
};

/** What a name says better than the kind. */
const NAMED: readonly [RegExp, string][] = [
  [/resort|all-inclusive|villas|lodges/i, 'resort'],
  [/rail/i, 'rail'],
  [/ferries/i, 'ferry'],
];

const ROLES = ['Agency sales', 'Commission desk', 'Groups', 'Account manager'];
const PLACES: readonly (readonly [
  line: string,
  city: string,
  region: string | null,
  code: string,
  country: string,
])[] = [
  ['1200 Brickell Avenue', 'Miami', 'FL', '33131', 'US'],
  ['88 Harbor Street', 'Seattle', 'WA', '98104', 'US'],
  ['410 Congress Avenue', 'Austin', 'TX', '78701', 'US'],
  ['25 Water Street', 'Halifax', 'NS', 'B3J 3P7', 'CA'],
  ['14 Quay Street', 'Bristol', null, 'BS1 4DJ', 'GB'],
  ['3 Rue des Carmes', 'Lyon', null, '69002', 'FR'],
  ['Brennerstraße 9', 'Innsbruck', null, '6020', 'AT'],
  ['Via della Vigna 21', 'Florence', null, '50123', 'IT'],
  ['Calle Larios 7', 'Málaga', null, '29005', 'ES'],
  ['Strandgaten 12', 'Bergen', null, '5013', 'NO'],
];

/** The vendor's address on the web, without the protocol. */
export const hostOf = (name: string): string => `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example.com`;

function contacts(host: string, random: Random): Row[] {
  const roles = ROLES.slice(random.between(0, 2)).slice(0, random.between(0, 2));
  return roles.map((role) => {
    const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
    const email = `${first}.${last}`.toLowerCase().replace(/[^a-z.]+/g, '');
    return {
      name: `${first} ${last}`,
      role,
      email: `${email}@${host}`,
      phone: random.chance(0.7) ? `(305) 555-01${String(random.between(0, 99)).padStart(2, '0')}` : null,
    };
  });
}

/** As banks print it: capitals, no punctuation, cut off. */
function aliases(name: string, random: Random): string[] {
  const printed = name.toUpperCase().replace(/[^A-Z0-9]+/g, ' ');
  const short = printed.trim().split(' ')[0] ?? printed;
  return [printed.slice(0, 18).trim(), ...(random.chance(0.5) ? [`${short} AGY COMM`] : [])];
}

/**
 * What the agency knows of each vendor beside its name: category, address and its names on bank statements; and as terms
 * contacts, account and when it pays. Chances of their own: the rest of the demo stays as it is.
 */
export function vendorDetails(
  plan: AgencyPlan,
  vendors: readonly Vendor[],
): Map<string, { vendor: Row; terms: Row }> {
  const random = createRandom(plan.vendors * 31);
  return new Map(
    vendors.map(({ id, name, kind }) => {
      const habits = HABITS[kind.reference];
      const terms = habits ? random.pick(habits.terms) : null;
      const [line, city, region, code, country] = random.pick(PLACES);
      return [
        id,
        {
          terms: {
            contacts: contacts(hostOf(name), random),
            account_number: random.chance(0.85)
              ? `${kind.reference}-${random.between(10_000, 99_999)}`
              : null,
            expected_payment_days: terms?.days ?? null,
            expected_payment_basis: terms?.basis ?? 'departure',
          },
          vendor: {
            category: NAMED.find(([pattern]) => pattern.test(name))?.[1] ?? habits?.category ?? 'other',
            address_line_1: line,
            city,
            region,
            postal_code: code,
            country,
            aliases: aliases(name, random),
          },
        },
      ];
    }),
  );
}

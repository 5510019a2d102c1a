import { actName, displayName, formatMoney, formatMoneyExact, plural } from '@paperplane/shared/domain';
import type { Customer } from '../customer';
import type { CustomerProfile } from '../profile';
import { sinceMonth } from './profile-texts';

const FIELDS: readonly { label: string; isEmpty: (customer: Customer) => boolean }[] = [
  { label: 'email', isEmpty: ({ email }) => !email },
  { label: 'phone', isEmpty: ({ phone }) => !phone },
  { label: 'birthday', isEmpty: ({ birthday }) => !birthday },
  {
    label: 'address',
    isEmpty: ({ addressLine1, addressLine2, city, region, postalCode, country }) =>
      ![addressLine1, addressLine2, city, region, postalCode, country].some(Boolean),
  },
  {
    label: 'emergency contact',
    isEmpty: ({ emergencyName, emergencyPhone }) => !emergencyName && !emergencyPhone,
  },
  {
    label: 'travel preferences',
    isEmpty: ({ preferences }) =>
      Object.values<string | unknown[]>({ ...preferences }).every((value) => value.length === 0),
  },
  { label: 'tags', isEmpty: ({ tags }) => tags.length === 0 },
  { label: 'notes', isEmpty: ({ notes }) => !notes },
];

/** What merging does, in sentences. @param kept who stays, @param gone who becomes part of them */
export function mergePreview(
  kept: CustomerProfile,
  gone: CustomerProfile,
  currency: string,
  timeZone?: string,
): string[] {
  const { totals, passports = [] } = gone;
  const { salesCount, totalAmount } = totals;
  const moved = [
    salesCount > 0 && `${plural(salesCount, 'sale')} (${formatMoney(totalAmount, { currency })})`,
    passports.length > 0 && plural(passports.length, 'passport'),
    gone.companions.length > 0 && plural(gone.companions.length, 'companion'),
  ].filter((part) => part !== false);
  const filled = FIELDS.filter(({ isEmpty }) => isEmpty(kept.customer) && !isEmpty(gone.customer)).map(
    ({ label }) => label,
  );
  const list = new Intl.ListFormat('en');
  const name = kept.customer.firstName;
  return [
    moved.length > 0
      ? `${list.format(moved)} ${moved.length === 1 && salesCount === 1 ? 'moves' : 'move'} to ${name}; cancelled sales, too.`
      : 'There is nothing to move.',
    filled.length > 0
      ? `Filled in where ${name} has nothing: ${list.format(filled)}.`
      : `Nothing is filled in: ${name} has it all.`,
    'Whatever both have stays as it is on the one who is kept.',
    ...(gone.customer.createdAt < kept.customer.createdAt
      ? [`${name} is a customer since ${sinceMonth(gone.customer.createdAt, timeZone)} then.`]
      : []),
  ];
}

/** The whole name of the button that merges: how much goes where. */
export const mergeName = (kept: CustomerProfile, gone: CustomerProfile, currency: string): string =>
  actName('Merge customers', {
    amount: `${plural(gone.totals.salesCount, 'sale')}, ${formatMoneyExact(gone.totals.totalAmount, currency)}`,
    who: `of ${displayName(gone.customer)} to ${displayName(kept.customer)}`,
  });

/** How much a record knows, the most telling first: sales, passports, companions, filled fields. */
const riches = ({ totals, passports = [], companions, customer }: CustomerProfile): number[] => [
  totals.salesCount,
  passports.length,
  companions.length,
  FIELDS.filter(({ isEmpty }) => !isEmpty(customer)).length,
];

/** Whether the first of two records is the one to keep: the richer one; of two alike the earlier one. */
export function isRicher(first: CustomerProfile, second: CustomerProfile): boolean {
  const [ours, theirs] = [riches(first), riches(second)];
  const at = ours.findIndex((value, index) => value !== theirs[index]);
  if (at < 0) return first.customer.createdAt <= second.customer.createdAt;
  return (ours[at] ?? 0) > (theirs[at] ?? 0);
}

/** What tells two records of one person apart: `ines@albrecht.test · 3 sales ($4,210) · customer since Feb 2024`. */
export function recordLine(
  { customer, totals }: CustomerProfile,
  currency: string,
  timeZone?: string,
): string {
  const { salesCount, totalAmount } = totals;
  return [
    customer.email ?? customer.phone ?? 'No contact details',
    salesCount > 0 ? `${plural(salesCount, 'sale')} (${formatMoney(totalAmount, { currency })})` : 'No sales',
    `customer since ${sinceMonth(customer.createdAt, timeZone)}`,
  ].join(' · ');
}

import { formatMoney, plural } from '@paperplane/shared/domain';
import type { Customer } from '../customer';
import type { CustomerProfile } from '../profile';

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
export function mergePreview(kept: CustomerProfile, gone: CustomerProfile, currency: string): string[] {
  const { salesCount, totalAmount } = gone.totals;
  const moved = [
    salesCount > 0 && `${plural(salesCount, 'sale')} (${formatMoney(totalAmount, { currency })})`,
    gone.passports.length > 0 && plural(gone.passports.length, 'passport'),
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
  ];
}

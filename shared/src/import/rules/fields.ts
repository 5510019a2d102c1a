import { BASIS_LABELS, CATEGORY_LABELS, LIMITS } from '../../domain';
import { SALES } from './sale-fields';
import { field, NOTES, type ImportField } from './field';

export type ImportKind = 'customers' | 'vendors' | 'sales';

const ADDRESS: readonly ImportField[] = [
  field('address_line_1', 'Address', 'text', LIMITS.addressLine, [
    'street',
    'street address',
    'address 1',
    'mailing address',
  ]),
  field('address_line_2', 'Address, second line', 'text', LIMITS.addressLine, [
    'address 2',
    'apartment',
    'suite',
    'unit',
  ]),
  field('city', 'City', 'text', LIMITS.city, ['town', 'locality']),
  field('region', 'State or region', 'text', LIMITS.city, ['state', 'province', 'county', 'region']),
  field('postal_code', 'Postal code', 'text', LIMITS.postalCode, ['zip', 'zip code', 'postcode', 'postal']),
  field('country', 'Country', 'country', 2, ['country code', 'nation']),
];
const CUSTOMERS: readonly ImportField[] = [
  field('first_name', 'First name', 'text', LIMITS.personName, ['first', 'given name', 'forename', 'fname']),
  field('last_name', 'Last name', 'text', LIMITS.personName, ['last', 'surname', 'family name', 'lname']),
  field('full_name', 'Full name', 'text', 2 * LIMITS.personName, [
    'name',
    'customer',
    'customer name',
    'client',
    'client name',
    'contact name',
    'passenger',
  ]),
  field('email', 'Email', 'email', LIMITS.email, ['e mail', 'email address', 'mail', 'primary email']),
  field('phone', 'Phone', 'text', LIMITS.phone, [
    'phone number',
    'telephone',
    'tel',
    'mobile',
    'cell',
    'cell phone',
    'mobile phone',
    'primary phone',
  ]),
  field('more_emails', 'More emails', 'emails', LIMITS.contactEntries, [
    'email 2',
    'second email',
    'other email',
    'secondary email',
  ]),
  field('more_phones', 'More phones', 'phones', LIMITS.contactEntries, [
    'phone 2',
    'home phone',
    'work phone',
    'other phone',
    'second phone',
  ]),
  ...ADDRESS,
  field('birthday', 'Birthday', 'birthday', 10, ['birth date', 'birthdate', 'date of birth', 'dob', 'born']),
  field('emergency_name', 'Emergency contact', 'text', LIMITS.emergencyName, [
    'emergency contact name',
    'emergency',
  ]),
  field('emergency_phone', 'Emergency phone', 'text', LIMITS.phone, [
    'emergency contact phone',
    'emergency number',
  ]),
  field('emergency_relation', 'Emergency relation', 'text', LIMITS.relation, ['emergency contact relation']),
  field('tags', 'Tags', 'list', LIMITS.tags, ['tag', 'labels', 'groups', 'categories']),
  field('seat', 'Seat', 'text', LIMITS.preferenceWord, ['seat preference', 'seating']),
  field('cabin', 'Cabin', 'text', LIMITS.preferenceWord, ['cabin preference', 'cabin class', 'class']),
  field('meal', 'Meal', 'text', LIMITS.preferenceWord, ['meal preference', 'diet', 'dietary']),
  field('room', 'Room', 'text', LIMITS.preferenceWord, ['room preference', 'hotel room']),
  field('mobility', 'Mobility', 'text', LIMITS.preferenceText, ['mobility needs', 'accessibility']),
  field('allergies', 'Allergies', 'text', LIMITS.preferenceText, ['allergy']),
  field('interests', 'Interests', 'text', LIMITS.preferenceText, ['hobbies']),
  NOTES,
];

const choices = (entries: readonly (readonly [string, string])[]) =>
  Object.fromEntries(entries.map(([key, label]) => [key, [label]]));

const VENDORS: readonly ImportField[] = [
  field('name', 'Name', 'text', LIMITS.name, [
    'vendor',
    'vendor name',
    'supplier',
    'supplier name',
    'company',
    'company name',
  ]),
  {
    ...field('category', 'Category', 'choice', 20, ['type', 'vendor type']),
    choices: choices(Object.entries(CATEGORY_LABELS)),
  },
  field('email', 'Email', 'email', LIMITS.email, ['e mail', 'email address', 'mail']),
  field('phone', 'Phone', 'text', LIMITS.phone, ['phone number', 'telephone', 'tel']),
  field('website', 'Website', 'website', LIMITS.url, ['web', 'url', 'homepage', 'web site']),
  field('contact_name', 'Contact', 'text', 100, [
    'contact person',
    'representative',
    'rep',
    'account manager',
  ]),
  field('contact_role', 'Contact’s role', 'text', 100, ['contact title', 'contact position']),
  field('contact_email', 'Contact’s email', 'email', LIMITS.email, ['rep email']),
  field('contact_phone', 'Contact’s phone', 'text', LIMITS.phone, ['rep phone']),
  ...ADDRESS,
  field('account_number', 'Account number', 'text', LIMITS.accountNumber, [
    'account',
    'account no',
    'agency number',
    'iata',
  ]),
  field('default_commission_rate', 'Default commission rate', 'percent', 6, [
    'commission',
    'commission rate',
    'rate',
    'commission percent',
  ]),
  field('expected_payment_days', 'Expected payment, days', 'days', 3, [
    'payment days',
    'payment terms',
    'pays after',
  ]),
  {
    ...field('expected_payment_basis', 'Days counted from', 'choice', 20, ['payment basis']),
    choices: choices(Object.entries(BASIS_LABELS)),
  },
  field('aliases', 'Names on bank statements', 'list', LIMITS.aliases, [
    'alias',
    'bank name',
    'statement name',
  ]),
  NOTES,
];

/** Everything a file of this kind can hold, in the order of the choice. */
export const FIELDS: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  customers: CUSTOMERS,
  vendors: VENDORS,
  sales: SALES,
};

export const fieldOf = (kind: ImportKind, key: string): ImportField | undefined =>
  FIELDS[kind].find((each) => each.key === key);

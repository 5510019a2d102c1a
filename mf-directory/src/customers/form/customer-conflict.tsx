import { formatDate } from '@paperplane/shared/domain';
import { plainPart, RecordConflict, type RecordConflictProps } from '@paperplane/shared/records';
import type { PartRules } from '@paperplane/shared/ui';
import type { Customer, Preferences } from '../customer';
import { ADDRESS_NAMES, addressParts } from '../../parts/address-conflict';

/** One of the preferences: they are one column, and many things to disagree about. */
function preference(label: string, name: keyof Preferences): PartRules<Customer> {
  const { key, show } = plainPart<Preferences, typeof name>(label, name);
  return {
    label,
    key: ({ preferences }) => key(preferences),
    show: ({ preferences }) => show(preferences),
    copy: (from, to) => ({ preferences: { ...to.preferences, [name]: from.preferences[name] } }),
  };
}

const part = plainPart<Customer, keyof Customer>;

/** The parts of a customer two people can disagree about, in the order of the form. */
export const CUSTOMER_PARTS = {
  firstName: part('First name', 'firstName'),
  lastName: part('Last name', 'lastName'),
  birthday: plainPart<Customer, 'birthday'>('Birthday', 'birthday', (date) => (date ? formatDate(date) : '')),
  email: part('Email', 'email'),
  moreEmails: part('More emails', 'moreEmails'),
  phone: part('Phone', 'phone'),
  morePhones: part('More phones', 'morePhones'),
  ...addressParts<Customer>(),
  emergencyName: part('Emergency contact', 'emergencyName'),
  emergencyRelation: part('Relation of the emergency contact', 'emergencyRelation'),
  emergencyPhone: part('Phone of the emergency contact', 'emergencyPhone'),
  seat: preference('Seat', 'seat'),
  cabin: preference('Cabin', 'cabin'),
  meal: preference('Meals', 'meal'),
  room: preference('Room', 'room'),
  airlines: preference('Airline programs', 'airlines'),
  hotels: preference('Hotel programs', 'hotels'),
  mobility: preference('Mobility', 'mobility'),
  allergies: preference('Allergies', 'allergies'),
  interests: preference('Interests', 'interests'),
  wishes: preference('Other wishes', 'notes'),
  tags: part('Tags', 'tags'),
  notes: part('Notes', 'notes'),
} as const satisfies Record<string, PartRules<Customer>>;

/** The columns of a customer as a sentence names them. */
const NAMES = {
  first_name: 'the name',
  last_name: 'the name',
  birthday: 'the birthday',
  email: 'the email',
  more_emails: 'the emails',
  phone: 'the phone',
  more_phones: 'the phones',
  ...ADDRESS_NAMES,
  emergency_name: 'the emergency contact',
  emergency_relation: 'the emergency contact',
  emergency_phone: 'the emergency contact',
  preferences: 'the travel preferences',
  tags: 'the tags',
  notes: 'the notes',
};

/** Somebody else saved the customer first. */
export const CustomerConflict = (props: RecordConflictProps<Customer>) => (
  <RecordConflict {...props} noun="customer" rules={CUSTOMER_PARTS} names={NAMES} />
);

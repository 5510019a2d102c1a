import type { ContactEntry, Customer, Preferences, Program } from '../customer';

/** What the form holds: texts as typed. The preferences stand beside the other fields; their notes are called what they are. */
export interface CustomerValues extends Omit<Preferences, 'notes'> {
  firstName: string;
  lastName: string;
  birthday: string;
  email: string;
  phone: string;
  moreEmails: ContactEntry[];
  morePhones: ContactEntry[];
  addressLine1: string;
  addressLine2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  emergencyName: string;
  emergencyPhone: string;
  emergencyRelation: string;
  tags: string[];
  preferenceNotes: string;
  notes: string;
}

/** Every field in the order of the form: what an error summary lists, and what a refusal of the database may name. */
export const CUSTOMER_FIELDS = [
  'firstName',
  'lastName',
  'birthday',
  'email',
  'moreEmails',
  'phone',
  'morePhones',
  'addressLine1',
  'addressLine2',
  'city',
  'region',
  'postalCode',
  'country',
  'emergencyName',
  'emergencyRelation',
  'emergencyPhone',
  'seat',
  'cabin',
  'meal',
  'room',
  'airlines',
  'hotels',
  'mobility',
  'allergies',
  'interests',
  'preferenceNotes',
  'tags',
  'notes',
] as const satisfies readonly (keyof CustomerValues)[];

const copies = (list: readonly Program[]): Program[] => list.map(({ name, number }) => ({ name, number }));
const entries = (list: readonly ContactEntry[]): ContactEntry[] =>
  list.map(({ label, value }) => ({ label, value }));

/** What the form starts from; without a customer everything is empty. */
export function customerValues(customer?: Customer): CustomerValues {
  const preferences = customer?.preferences;
  return {
    firstName: customer?.firstName ?? '',
    lastName: customer?.lastName ?? '',
    birthday: customer?.birthday ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    moreEmails: entries(customer?.moreEmails ?? []),
    morePhones: entries(customer?.morePhones ?? []),
    addressLine1: customer?.addressLine1 ?? '',
    addressLine2: customer?.addressLine2 ?? '',
    city: customer?.city ?? '',
    region: customer?.region ?? '',
    postalCode: customer?.postalCode ?? '',
    country: customer?.country ?? '',
    emergencyName: customer?.emergencyName ?? '',
    emergencyPhone: customer?.emergencyPhone ?? '',
    emergencyRelation: customer?.emergencyRelation ?? '',
    tags: [...(customer?.tags ?? [])],
    seat: preferences?.seat ?? '',
    cabin: preferences?.cabin ?? '',
    meal: preferences?.meal ?? '',
    room: preferences?.room ?? '',
    mobility: preferences?.mobility ?? '',
    allergies: preferences?.allergies ?? '',
    interests: preferences?.interests ?? '',
    airlines: copies(preferences?.airlines ?? []),
    hotels: copies(preferences?.hotels ?? []),
    preferenceNotes: preferences?.notes ?? '',
    notes: customer?.notes ?? '',
  };
}

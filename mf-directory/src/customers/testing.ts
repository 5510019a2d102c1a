import type { Customer } from './customer';
import type { CustomerProfile, Passport } from './profile';

/** A customer about whom nothing but the name is known. */
export const customerOf = (changes: Partial<Customer> = {}): Customer => ({
  id: 'c1',
  version: 1,
  firstName: 'Elena',
  lastName: 'Duval',
  birthday: null,
  email: null,
  phone: null,
  moreEmails: [],
  morePhones: [],
  addressLine1: null,
  addressLine2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  emergencyName: null,
  emergencyPhone: null,
  emergencyRelation: null,
  tags: [],
  preferences: {
    seat: '',
    cabin: '',
    meal: '',
    room: '',
    mobility: '',
    allergies: '',
    interests: '',
    notes: '',
    airlines: [],
    hotels: [],
  },
  notes: null,
  createdAt: '2024-02-19T14:00:00+00:00',
  createdBy: 'u1',
  archivedAt: null,
  erasedAt: null,
  mergedInto: null,
  ...changes,
});

export const profileOf = (
  customer: Partial<Customer> = {},
  changes: Partial<Omit<CustomerProfile, 'customer'>> = {},
): CustomerProfile => ({
  customer: customerOf(customer),
  totals: {
    salesCount: 0,
    totalAmount: 0,
    lastSaleDate: null,
    nextDeparture: null,
    agent: null,
  },
  companions: [],
  passports: [],
  merges: [],
  canUsePassports: true,
  sales: { rows: [], count: 0 },
  trips: [],
  ...changes,
});

export const passportOf = (changes: Partial<Passport> = {}): Passport => ({
  id: 'p1',
  lastFour: '4417',
  givenNames: 'Elena Marie',
  country: 'FR',
  issuedOn: '2017-08-22',
  expiresOn: '2027-08-21',
  warning: null,
  ...changes,
});

/** @jest-environment jsdom */
import {
  changesOfCustomer,
  fromCustomerInput,
  fromPreferences,
  toCustomer,
  type CustomerRow,
} from './customer-rows';

const row: CustomerRow = {
  id: 'c1',
  version: 1,
  first_name: 'Elena',
  last_name: 'Duval',
  birthday: '1984-06-14',
  email: 'elena@example.com',
  phone: null,
  more_emails: [{ label: 'Work', value: 'duval@work.example' }],
  more_phones: [],
  address_line_1: '1180 Filbert Street',
  address_line_2: null,
  city: 'San Francisco',
  region: 'CA',
  postal_code: '94109',
  country: 'US',
  emergency_name: 'Luc Duval',
  emergency_phone: '+33 1 55 50 01 99',
  emergency_relation: 'Brother',
  tags: ['VIP'],
  preferences: { seat: 'Window', airlines: [{ airline: 'Kestrel Air', number: 'KA 1' }] },
  notes: 'Quiet rooms',
  created_at: '2024-02-19T14:00:00+00:00',
  created_by: 'u1',
  archived_at: null,
  erased_at: null,
  merged_into: null,
};

const none = {
  seat: '',
  cabin: '',
  meal: '',
  room: '',
  mobility: '',
  allergies: '',
  interests: '',
  notes: '',
};

describe('a customer', () => {
  it('is read by the client’s names', () => {
    expect(toCustomer(row)).toMatchObject({
      firstName: 'Elena',
      moreEmails: [{ label: 'Work', value: 'duval@work.example' }],
      addressLine1: '1180 Filbert Street',
      postalCode: '94109',
      emergencyRelation: 'Brother',
      preferences: {
        ...none,
        seat: 'Window',
        airlines: [{ name: 'Kestrel Air', number: 'KA 1' }],
        hotels: [],
      },
      archivedAt: null,
    });
  });

  it('survives preferences of any shape', () => {
    for (const preferences of [null, [], 'x', { seat: 3, airlines: [null, 'x', {}] }]) {
      expect(toCustomer({ ...row, preferences }).preferences.seat).toBe('');
    }
  });

  it('comes back as it was read', () => {
    const { id: _id, created_at: _at, created_by: _by, archived_at: _a, erased_at: _e, ...rest } = row;
    const { merged_into: _m, version: _v, ...columns } = rest;
    expect(fromCustomerInput(toCustomer(row))).toEqual(columns);
  });

  it('leaves out preferences that say nothing', () => {
    expect(fromPreferences({ ...none, meal: 'Vegan', airlines: [], hotels: [] })).toEqual({ meal: 'Vegan' });
  });
});

describe('a save', () => {
  const before = toCustomer(row);

  it('writes what was changed, and only that', () => {
    expect(changesOfCustomer(before, { ...before, phone: '+1 415', tags: ['VIP', 'Family'] })).toEqual({
      phone: '+1 415',
      tags: ['VIP', 'Family'],
    });
    expect(
      changesOfCustomer(before, { ...before, preferences: { ...before.preferences, seat: '' } }),
    ).toEqual({
      preferences: { airlines: [{ airline: 'Kestrel Air', number: 'KA 1' }] },
    });
  });

  it('writes nothing when nothing was changed', () => {
    expect(changesOfCustomer(before, { ...before })).toEqual({});
  });
});

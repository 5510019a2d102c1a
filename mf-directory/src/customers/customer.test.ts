/** @jest-environment jsdom */
import { fromDatabase, toDatabase } from '@paperplane/shared/domain';
import { parse } from 'valibot';
import { contract } from './contract';
import { changesOfCustomer, toCustomer, toColumns } from './customer';
import { customerSchema } from './form/customer-schema';
import { customerValues } from './form/customer-values';

/** What the form says, as the database has it. */
const columns = {
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
};

const row = {
  id: '00000000-0000-4000-8000-0000000000c1',
  organization_id: '00000000-0000-4000-8000-0000000000e1',
  version: 1,
  ...columns,
  created_at: '2024-02-19T14:00:00+00:00',
  updated_at: '2024-02-19T14:00:00+00:00',
  created_by: '00000000-0000-4000-8000-0000000000b1',
  import_batch_id: null,
  import_row: null,
  archived_at: null,
  erased_at: null,
  merged_into: null,
};

const customerOf = (changes: object = {}) =>
  toCustomer(
    fromDatabase(parse(contract.get_customer_page.answer.wrapped.entries.customer, { ...row, ...changes })),
  );

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
    expect(customerOf()).toMatchObject({
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

  it('has empty texts where nothing is said', () => {
    const { moreEmails, preferences } = customerOf({
      more_emails: [{ value: 'duval@work.example' }],
      preferences: { hotels: [{ program: 'Lumen Circle', number: null }] },
    });
    expect(moreEmails).toEqual([{ label: '', value: 'duval@work.example' }]);
    expect(preferences).toEqual({ ...none, airlines: [], hotels: [{ name: 'Lumen Circle', number: '' }] });
  });

  it('comes back as it was read', () => {
    const typed = parse(customerSchema, customerValues(customerOf()));
    expect(toDatabase(toColumns(typed))).toEqual(columns);
  });

  it('leaves out preferences that say nothing', () => {
    const preferences = { ...none, meal: 'Vegan', airlines: [], hotels: [] };
    expect(toColumns({ ...customerOf(), preferences }).preferences).toEqual({ meal: 'Vegan' });
  });
});

describe('a save', () => {
  const before = customerOf();

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

import { fromCustomerInput, toCustomer, toCustomerListItem } from './customers-api';

const row = {
  id: 'c1',
  first_name: 'Elena',
  last_name: 'Duval',
  email: 'elena@example.com',
  phone: null,
  notes: 'Window seat',
  created_at: '2026-11-19T14:00:00+00:00',
};

describe('customers', () => {
  it('reads a row by the client’s names', () => {
    expect(toCustomer(row)).toEqual({
      id: 'c1',
      firstName: 'Elena',
      lastName: 'Duval',
      email: 'elena@example.com',
      phone: null,
      notes: 'Window seat',
      createdAt: '2026-11-19T14:00:00+00:00',
    });
  });

  it('leaves the notes out of lists', () => {
    expect(toCustomerListItem(row)).not.toHaveProperty('notes');
  });

  it('sends every field of the form and nothing else', () => {
    expect(
      fromCustomerInput({ firstName: 'Elena', lastName: 'Duval', email: null, phone: '+1 415', notes: null }),
    ).toEqual({ first_name: 'Elena', last_name: 'Duval', email: null, phone: '+1 415', notes: null });
  });
});

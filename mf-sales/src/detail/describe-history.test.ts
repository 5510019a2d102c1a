import { idOf } from '@paperplane/shared/testing';
import { aCommissionStatusChange, anEntry } from '../testing/factories';
import { describeCommissionChange, describeHistoryEntry } from './describe-history';

const names = {
  [idOf('customer-1')]: 'Marcus Whitfield',
  [idOf('customer-2')]: 'Ana Ruiz',
  [idOf('vendor-1')]: 'Northwind Rail',
};
const tell = (changes: Parameters<typeof anEntry>[0]) =>
  describeHistoryEntry(anEntry(changes), { names, currency: 'USD' });

describe('a history entry in words', () => {
  it('tells who created the sale, without its first values', () => {
    expect(tell({ changeType: 'create', code: 'created', changedFields: ['total_amount'] })).toEqual({
      who: 'Theo Lindqvist',
      what: 'created the sale',
      status: 'booked',
      changes: [],
      comment: null,
    });
  });

  it('tells a change of status by the words of the statuses', () => {
    const description = tell({
      changeType: 'status_change',
      changedFields: ['status'],
      code: 'status_changed',
      params: { from: 'booked', to: 'paid' },
      notes: 'In other words',
    });
    expect(description).toMatchObject({
      what: 'changed status from Booked to Paid',
      status: 'paid',
      comment: null,
    });
  });

  it('shows the text of what this version has no words for', () => {
    expect(tell({ notes: 'Sale archived' }).comment).toBe('Sale archived');
  });

  it('lists changed fields in the order of the form, formatted', () => {
    const description = tell({
      previousData: { totalAmount: 3150, returnDate: null, commissionRate: 11, commissionAmount: 346.5 },
      newData: { totalAmount: 3275, returnDate: '2027-01-19', commissionRate: 11, commissionAmount: 360.25 },
      changedFields: ['commission_amount', 'return_date', 'total_amount'],
    });
    expect(description.what).toBe('edited 3 fields');
    expect(description.changes).toEqual([
      { label: 'Return date', from: '–', to: 'Jan 19, 2027' },
      { label: 'Total', from: '$3,150', to: '$3,275' },
      { label: 'Commission', from: '$346.50', to: '$360.25' },
    ]);
  });

  it('names people and vendors of then and now, and calls another who has no name any more', () => {
    const description = tell({
      previousData: { customerId: idOf('customer-2'), vendorId: idOf('vendor-9'), agentId: idOf('agent-9') },
      newData: { customerId: idOf('customer-1'), vendorId: idOf('vendor-1'), agentId: idOf('agent-8') },
      changedFields: ['agent_id', 'customer_id', 'vendor_id'],
    });
    expect(description.changes).toEqual([
      { label: 'Customer', from: 'Ana Ruiz', to: 'Marcus Whitfield' },
      { label: 'Vendor', from: 'another vendor', to: 'Northwind Rail' },
      { label: 'Agent', from: 'another agent', to: 'another agent' },
    ]);
  });

  it('tells who joined and who left, also where two share a name', () => {
    const description = tell({
      previousData: { travelers: ['Bo Lind', 'Ida Holm'] },
      newData: { travelers: ['Bo Lind', 'Bo Lind'] },
      changedFields: ['travelers'],
    });
    expect(description).toMatchObject({
      what: 'changed the travelers',
      changes: [
        { label: 'Traveler added', to: 'Bo Lind' },
        { label: 'Traveler removed', to: 'Ida Holm' },
      ],
    });
  });

  it('keeps what was said about a change of status', () => {
    const comment = 'Paid in full by card';
    expect(tell({ code: 'status_changed', params: { from: 'booked', to: 'paid' }, comment }).comment).toBe(
      comment,
    );
  });

  it.each([
    [null, 'Window seat', 'added notes'],
    ['Window seat', 'Aisle seat', 'edited the notes'],
    ['Window seat', null, 'removed the notes'],
  ])('says what happened to the notes: %s to %s', (from, to, what) => {
    expect(
      tell({ previousData: { notes: from }, newData: { notes: to }, changedFields: ['notes'] }),
    ).toMatchObject({
      what,
      changes: [],
    });
  });

  it('speaks of fields, travelers and notes together', () => {
    const description = tell({
      previousData: { bookingReference: 'A', notes: null },
      newData: { bookingReference: 'B', notes: 'x' },
      changedFields: ['booking_reference', 'notes', 'travelers'],
    });
    expect(description.what).toBe('edited 1 field, changed the travelers, and added notes');
  });

  it('credits the product for what nobody did', () => {
    expect(tell({ changedBy: null, code: 'created' }).who).toBe('Paperplane');
  });
});

describe('a status change of the commission as text', () => {
  it.each([
    [{}, 'Commission', 'became Funds received', null],
    [{ newStatus: 'cancelled', code: 'sale_cancelled' }, 'Commission', 'became Cancelled', null],
    [{ code: 'status_changed' }, 'Theo Lindqvist', 'marked the commission Funds received', null],
    [
      { code: null, notes: 'Came early' },
      'Theo Lindqvist',
      'marked the commission Funds received',
      'Came early',
    ],
    [
      { code: 'deposit_matched', params: { day: '2026-11-16' } },
      'Theo Lindqvist',
      'marked the commission Funds received',
      'Deposit of Nov 16, 2026 matched',
    ],
    [{ newStatus: 'agent_paid', code: 'agent_paid' }, 'Theo Lindqvist', 'recorded the agent’s payment', null],
  ] as const)('%p', (changes, who, what, comment) => {
    expect(describeCommissionChange(aCommissionStatusChange(changes))).toMatchObject({ who, what, comment });
  });
});

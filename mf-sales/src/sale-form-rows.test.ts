/** @jest-environment jsdom */
import { toColumns, toOutcome } from './sale-form-rows';

describe('columns of what is sent', () => {
  it('holds the given fields only, an explicit null among them', () => {
    expect(toColumns({ travelDate: null, totalAmount: 0 })).toEqual({ travel_date: null, total_amount: 0 });
    expect(toColumns({})).toEqual({});
  });

  it('names everything of a new sale and leaves the derived half to the database', () => {
    const columns = toColumns({
      customerId: 'c1',
      vendorId: 'v1',
      agentId: 'a1',
      bookingReference: 'X-1',
      saleDate: '2026-11-18',
      travelDate: null,
      returnDate: null,
      totalAmount: 100,
      commissionBasis: 'amount',
      commissionAmount: 12,
      notes: null,
    });
    expect(columns).toMatchObject({ customer_id: 'c1', commission_basis: 'amount', commission_amount: 12 });
    expect(columns).not.toHaveProperty('commission_rate');
    expect(columns).not.toHaveProperty('currency');
  });
});

describe('how saving ended', () => {
  it('is done, or says who did what meanwhile in the names of the client', () => {
    expect(toOutcome({ outcome: 'saved', version: 3 })).toEqual({ saved: true });
    const change = {
      changed_by: { id: 'u1', first_name: 'Theo', last_name: 'Lindqvist' },
      changed_at: '2026-11-21T12:00:00Z',
      change_type: 'update' as const,
      changed_fields: ['total_amount', 'travelers'],
      comment: null,
    };
    const stray = { ...change, changed_by: null, changed_fields: null };
    expect(toOutcome({ outcome: 'conflict', version: 4, changes: [change, stray] })).toEqual({
      saved: false,
      version: 4,
      changes: [
        {
          changedBy: { firstName: 'Theo', lastName: 'Lindqvist' },
          changedAt: '2026-11-21T12:00:00Z',
          changeType: 'update',
          changedFields: ['totalAmount', 'travelers'],
          comment: null,
        },
        expect.objectContaining({ changedBy: null, changedFields: [] }),
      ],
    });
  });
});

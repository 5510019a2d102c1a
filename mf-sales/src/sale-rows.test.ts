import { toSale, type SaleRow } from './sale-rows';

const row: SaleRow = {
  id: 's1',
  organization_id: 'o1',
  customer_id: 'c1',
  vendor_id: 'v1',
  agent_id: 'a1',
  booking_reference: 'B-1',
  sale_date: '2026-11-18',
  travel_date: null,
  return_date: null,
  total_amount: 100.5,
  commission_amount: 10.05,
  commission_rate: 10,
  commission_basis: 'rate',
  currency: 'USD',
  status: 'booked',
  notes: null,
  created_at: '2026-11-18T16:20:00+00:00',
  updated_at: '2026-11-18T16:20:00+00:00',
  customer: { id: 'c1', first_name: 'Ana', last_name: 'Ruiz', email: null, phone: null },
  agent: { id: 'a1', first_name: 'Theo', last_name: 'L', avatar_url: null },
  vendor: { id: 'v1', name: 'Kestrel', logo_url: null, default_commission_rate: 7.5 },
  commission: { id: 'k1', status: 'unpaid', agent_amount: 6.03 },
};

describe('a sale from its row', () => {
  it('carries names, customer, agent, vendor and the id and status of its commission', () => {
    expect(toSale(row)).toMatchObject({
      bookingReference: 'B-1',
      totalAmount: 100.5,
      customer: { firstName: 'Ana' },
      agent: { id: 'a1' },
      vendor: { defaultCommissionRate: 7.5 },
      commissionId: 'k1',
      commissionStatus: 'unpaid',
    });
  });

  it('reads the commission whether it is embedded as one or as a list of one, and copes with none', () => {
    expect(
      toSale({ ...row, commission: [{ id: 'k2', status: 'cancelled', agent_amount: 1 }] }).commissionId,
    ).toBe('k2');
    expect(toSale({ ...row, commission: [] })).toMatchObject({ commissionId: null, commissionStatus: null });
    expect(toSale({ ...row, commission: null }).commissionId).toBeNull();
  });
});

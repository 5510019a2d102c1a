import { saleRow } from '@paperplane/shared/testing';
import { toSale, type SaleRow } from './sale-rows';

const usual = saleRow({ reference: 'B-1', amount: 100.5, customer: 'Ana Ruiz' });
const row: SaleRow = { ...usual, vendor: { ...usual.vendor, default_commission_rate: 7.5 } };

describe('a sale from its row', () => {
  it('carries names, customer, agent, vendor and the id and status of its commission', () => {
    expect(toSale(row)).toMatchObject({
      bookingReference: 'B-1',
      totalAmount: 100.5,
      customer: { firstName: 'Ana' },
      agent: { id: 'u1' },
      vendor: { defaultCommissionRate: 7.5 },
      commissionId: 'c1',
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

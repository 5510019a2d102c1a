import { saleRow } from '@paperplane/shared/testing';
import { toRelatedSale } from './latest-sales';

const row = saleRow({
  reference: 'AZC-48210',
  sold: '2026-11-19',
  departs: '2027-03-06',
  returns: '2027-03-17',
  amount: 8460,
  customer: 'Elena Duval',
  vendor: 'Azure Coast Cruises',
});

describe('toRelatedSale', () => {
  it('names both sides', () => {
    expect(toRelatedSale(row)).toEqual({
      id: 's1',
      bookingReference: 'AZC-48210',
      saleDate: '2026-11-19',
      travelDate: '2027-03-06',
      returnDate: '2027-03-17',
      totalAmount: 8460,
      status: 'booked',
      customerName: { firstName: 'Elena', lastName: 'Duval' },
      vendorName: 'Azure Coast Cruises',
    });
  });

  it('survives a side that cannot be seen', () => {
    expect(toRelatedSale({ ...row, customer: null, vendor: null })).toMatchObject({
      customerName: null,
      vendorName: null,
    });
  });
});

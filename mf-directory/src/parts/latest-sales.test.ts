import { toRelatedSale } from './latest-sales';

const row = {
  id: 's1',
  booking_reference: 'AZC-48210',
  sale_date: '2026-11-19',
  travel_date: '2027-03-06',
  return_date: '2027-03-17',
  total_amount: 8460,
  status: 'booked',
  customer: { first_name: 'Elena', last_name: 'Duval' },
  vendor: { name: 'Azure Coast Cruises' },
};

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

/** Bodies for the reference to begin with, by operation. A test holds each against its schema, and that none is missing. */
const ID = '0b9f4d1e-6f0a-4c43-9a56-2d7f3b1c8e90';

export const EXAMPLES: Readonly<Record<string, object>> = {
  create_sale: {
    customer_id: ID,
    vendor_id: '51c7a2de-98b1-4f0c-8a4e-6b0d5f2e7a13',
    agent_id: 'c2e8f0a4-1d3b-4e57-b6c9-7f8a9b0c1d2e',
    booking_reference: 'CR-31102',
    sale_date: '2027-02-03',
    travel_date: '2027-06-12',
    return_date: '2027-06-19',
    total_amount: '4820.00',
    commission_rate: '12',
  },
  update_sale: {
    travel_date: '2027-06-14',
    return_date: '2027-06-21',
    lines: [
      { kind: 'cruise', text: 'Balcony cabin, 7 nights', amount: '4500.00', earns: 'rate', rate: '12' },
      { kind: 'taxes', amount: '320.00' },
    ],
    co_sellers: [{ user_id: ID, role: 'co_seller', percent: '25' }],
  },
  create_customer: {
    first_name: 'Ines',
    last_name: 'Albrecht',
    email: 'ines@albrecht.example',
    phone: '+1 617 555 0142',
  },
  update_customer: { email: 'ines.albrecht@mail.example', tags: ['cruises'] },
  create_vendor: { name: 'Fjordline Cruises', category: 'cruise', default_commission_rate: '12' },
  update_vendor: { default_commission_rate: '12.5' },
  record_receipt: { received_on: '2027-02-03', received_amount: '578.40' },
  import_bank_transactions: {
    account_id: ID,
    name: 'February 3',
    lines: [
      {
        booked_on: '2027-02-03',
        amount: '578.40',
        text: 'FJORDLINE CRUISES COMMISSION',
        bank_id: '20270203-1',
      },
      { booked_on: '2027-02-03', amount: '-12.00', text: 'ACCOUNT FEE', bank_id: '20270203-2' },
    ],
  },
};

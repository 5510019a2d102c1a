import type { Preset } from './preset';

const NO_FIELD = 'Paperplane has no field for them.';

/** TESS. Which names are known from where: docs/product/imports.md, Moving in. */
export const TESS: Preset = {
  id: 'tess',
  name: 'TESS',
  takes: 'Customers, bookings, commissions',
  behind: 'Agents’ splits, logs, templates, card numbers',
  notation: { dates: null, decimal: '.' },
  files: {
    customers: {
      takes: [
        ['First Name', 'first_name'],
        ['Last Name', 'last_name'],
        ['Email', 'email'],
        ['Email Address', 'email'],
        ['Phone', 'phone'],
        ['Phone Number', 'phone'],
        ['Notes', 'notes'],
      ],
      behind: {
        [NO_FIELD]: [
          'Client Referral',
          'Referral',
          'Referral Group',
          'Fax',
          'Fax Number',
          'Agent',
          'Special Dates',
        ],
        'Memberships are written down on the customer’s page.': ['Reward Program', 'Reward Programs'],
        'Passports are added on the customer’s own page; card numbers are never kept.': [
          'Passport Number',
          'Passport Expiration',
          'Credit Card',
          'Credit Cards',
        ],
        'Who travels with whom is said on the customer’s page.': ['Relative', 'Relatives', 'Relationship'],
      },
      marks: ['Client Referral', 'Referral Group', 'Reward Program', 'Reward Programs'],
      how: 'In TESS open the list of clients, then Import/Export.',
    },
    sales: {
      takes: [
        ['Booking Number', 'booking_reference'],
        ['Client', 'customer'],
        ['Client Name', 'customer'],
        ['Primary Traveler', 'customer'],
        ['Operator', 'vendor'],
        ['Supplier', 'vendor'],
        ['Wholesaler', 'vendor'],
        ['Booking Date', 'sale_date'],
        ['Date Booked', 'sale_date'],
        ['Start Date', 'travel_date'],
        ['Travel Date', 'travel_date'],
        ['End Date', 'return_date'],
        ['Total Package Price', 'total_amount'],
        ['Package Price', 'total_amount'],
        ['Total Commission', 'commission_amount'],
        ['Commission', 'commission_amount'],
        ['Agent', 'agent'],
        ['Agent Name', 'agent'],
        ['Booking Description', 'notes'],
      ],
      behind: {
        [NO_FIELD]: ['Trip', 'Trip Name', 'Trip Type'],
        'Agents’ splits are set once, on each member’s terms.': [
          'Agent Commission',
          'Agent Commission %',
          'Agent Split',
          'Agent %',
          'User Commission',
        ],
        'What was received comes from the bank, or from “Commission received on”.': [
          'Commission Received',
          'Commission Rcvd',
          'Check Number',
          'Check Sender',
          'Check Amount',
        ],
        'When agents are paid is said by payouts.': ['Check Date', 'Check Recipient'],
      },
      marks: [
        'Operator',
        'Total Package Price',
        'Package Price',
        'Booking Description',
        'User Commission',
        'Commission Rcvd',
      ],
    },
  },
};

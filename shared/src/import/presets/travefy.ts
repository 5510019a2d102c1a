import { NO_FIELD, type Preset } from './preset';

/** Travefy. None of these names is documented: docs/product/imports.md, Moving in. */
export const TRAVEFY: Preset = {
  id: 'travefy',
  name: 'Travefy',
  takes: 'Customers, bookings with their commissions',
  behind: 'Itineraries, proposals, invoices, payouts, agents’ splits',
  notation: { dates: null, decimal: '.' },
  files: {
    customers: {
      takes: [
        ['First Name', 'first_name'],
        ['Last Name', 'last_name'],
        ['Name', 'full_name'],
        ['Email', 'email'],
        ['Phone', 'phone'],
        ['Address', 'address_line_1'],
        ['Birthday', 'birthday'],
        ['Tags', 'tags'],
        ['Notes', 'notes'],
      ],
      behind: { [NO_FIELD]: ['Company', 'Contact Type', 'Date Added', 'Last Trip'] },
    },
    sales: {
      takes: [
        ['Booking Reference', 'booking_reference'],
        ['Reference', 'booking_reference'],
        ['Confirmation Number', 'booking_reference'],
        ['Traveler', 'customer'],
        ['Client', 'customer'],
        ['Supplier', 'vendor'],
        ['Booking Date', 'sale_date'],
        ['Travel Date', 'travel_date'],
        ['Return Date', 'return_date'],
        ['Total', 'total_amount'],
        ['Total Price', 'total_amount'],
        ['Expected Commission', 'commission_amount'],
        ['Expected', 'commission_amount'],
        ['Advisor', 'agent'],
        ['Status', 'commission_status'],
        ['Trip Name', 'notes'],
      ],
      behind: {
        [NO_FIELD]: ['Statement Ref', 'Matching Booking', 'Agency'],
        'What was received comes from the bank, or from “Commission received on”.': ['Received'],
        'Agents’ splits are set once, on each member’s terms.': [
          'Split',
          'Advisor Commission',
          'Agency Commission',
        ],
      },
      marks: ['Statement Ref', 'Matching Booking', 'Advisor Commission'],
      words: { commission_status: { reconciled: 'funds_received', overdue: 'unpaid' } },
    },
  },
};

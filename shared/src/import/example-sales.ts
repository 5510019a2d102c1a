import { toCsv } from '../domain';
import { fieldOf } from './rules/fields';

const COLUMNS = [
  'booking_reference',
  'customer',
  'customer_email',
  'vendor',
  'sale_date',
  'travel_date',
  'total_amount',
  'commission_amount',
  'line_kind',
  'line_text',
  'line_amount',
  'line_commissionable',
  'line_rate',
  'line_commission',
];
const CRUISE = ['FJ-2041', 'Ada Berg', 'ada@example.com', 'Fjord Cruises', '2026-03-02', '2026-09-12'];
const HOTEL = ['H-7781', 'Omar Haddad', 'omar@example.com', 'Nile Hotels', '2026-03-05', '2026-10-01'];

/** A file of sales as the import reads it: one with lines, each a row of its own, and one without. */
export const exampleOfSales = (): string =>
  toCsv(
    COLUMNS.map((key) => fieldOf('sales', key)?.label ?? key),
    [
      [...CRUISE, 2610, 306, 'Cruise', 'Balcony cabin', 2000, 'yes', 15, null],
      [...CRUISE, null, null, 'Taxes and fees', 'Port taxes', 490, 'no', null, null],
      [...CRUISE, null, null, 'Transfer', 'From the airport', 60, 'yes', null, 6],
      [...CRUISE, null, null, 'Service fee', 'Planning fee', 60, 'no', null, null],
      [...HOTEL, 1240, 124, null, null, null, null, null, null],
    ],
  );

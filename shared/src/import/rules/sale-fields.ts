import { COMMISSION_STATUSES, LIMITS, SALE_STATUSES, statusLabel } from '../../domain';
import { field, NOTES, type ImportField } from './field';

/** What other programs call a status. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  booked: ['confirmed', 'open', 'active'],
  paid: ['paid in full'],
  cancelled: ['canceled', 'void'],
  unpaid: ['open', 'expected', 'pending'],
  funds_received: ['received'],
  agent_paid: ['paid', 'paid out'],
};

const statuses = (keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, [statusLabel(key), ...(OTHER_WORDS[key] ?? [])]]));

/** What a file of sales can hold. Customers, vendors and agents are named; the database says whom a name means. */
export const SALES: readonly ImportField[] = [
  field('booking_reference', 'Booking reference', 'text', LIMITS.bookingReference, [
    'reference',
    'booking',
    'booking number',
    'booking no',
    'confirmation',
    'confirmation number',
    'record locator',
    'pnr',
  ]),
  field('customer', 'Customer', 'text', 2 * LIMITS.personName, [
    'customer name',
    'client',
    'client name',
    'name',
    'passenger',
    'lead traveler',
    'traveler',
  ]),
  field('customer_first_name', 'Customer’s first name', 'text', LIMITS.personName, [
    'first name',
    'given name',
  ]),
  field('customer_last_name', 'Customer’s last name', 'text', LIMITS.personName, [
    'last name',
    'surname',
    'family name',
  ]),
  field('customer_email', 'Customer’s email', 'email', LIMITS.email, [
    'email',
    'e mail',
    'email address',
    'client email',
  ]),
  field('customer_phone', 'Customer’s phone', 'text', LIMITS.phone, [
    'phone',
    'phone number',
    'client phone',
  ]),
  field('vendor', 'Vendor', 'text', LIMITS.name, [
    'vendor name',
    'supplier',
    'supplier name',
    'company',
    'booked with',
  ]),
  field('agent', 'Agent', 'text', LIMITS.email, [
    'agent name',
    'agent email',
    'advisor',
    'travel advisor',
    'sold by',
  ]),
  field('sale_date', 'Sale date', 'day', 10, [
    'date',
    'date of sale',
    'booked on',
    'booking date',
    'date booked',
    'sold on',
  ]),
  field('travel_date', 'Travel date', 'day', 10, [
    'departure',
    'departure date',
    'start date',
    'travel start',
    'check in',
  ]),
  field('return_date', 'Return date', 'day', 10, ['return', 'end date', 'travel end', 'check out']),
  field('total_amount', 'Total', 'money', 20, [
    'total price',
    'amount',
    'sale amount',
    'price',
    'gross',
    'package price',
  ]),
  field('commission_rate', 'Commission rate', 'percent', 6, ['rate', 'commission percent']),
  field('commission_amount', 'Commission', 'money', 20, ['commission expected', 'expected commission']),
  field('currency', 'Currency', 'text', 3, ['currency code']),
  {
    ...field('status', 'Status', 'choice', 20, ['sale status', 'booking status']),
    choices: statuses(SALE_STATUSES),
  },
  {
    ...field('commission_status', 'Commission status', 'choice', 20, ['status of commission']),
    choices: statuses(COMMISSION_STATUSES),
  },
  field('received_on', 'Commission received on', 'day', 10, [
    'received',
    'received date',
    'commission received',
  ]),
  field('agent_paid_on', 'Agent paid on', 'day', 10, [
    'paid to agent on',
    'payout date',
    'agent payment date',
  ]),
  NOTES,
];

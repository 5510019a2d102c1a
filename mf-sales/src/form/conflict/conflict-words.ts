import type { SaleChange } from '../../sale';

/** The fields of a sale as a sentence names them; a field not named here is nobody's business. */
const NAMES: Readonly<Record<string, string>> = {
  status: 'the status',
  customerId: 'the customer',
  travelers: 'the travelers',
  vendorId: 'the vendor',
  bookingReference: 'the booking reference',
  agentId: 'the agent',
  saleDate: 'the sale date',
  travelDate: 'the travel date',
  returnDate: 'the return date',
  totalAmount: 'the total amount',
  commissionRate: 'the commission',
  commissionAmount: 'the commission',
  commissionBasis: 'the commission',
  notes: 'the notes',
};

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** "the total amount, the commission, and the notes"; "the sale" when nothing of it has a name. */
export function fieldNames({ changedFields }: Pick<SaleChange, 'changedFields'>): string {
  const named = Object.keys(NAMES)
    .filter((field) => changedFields.includes(field))
    .map((field) => NAMES[field] ?? '');
  return list.format(new Set(named)) || 'the sale';
}

import { changedFieldsText } from '@paperplane/shared/ui';
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

/** "the total amount, the commission, and the notes"; "the sale" when nothing of it has a name. */
export const fieldNames = ({ changedFields }: Pick<SaleChange, 'changedFields'>): string =>
  changedFieldsText(NAMES, changedFields, 'the sale');

import { customerOpen, financialsLock } from '@paperplane/shared/domain';
import { useAuth } from '@paperplane/shared/platform';
import { RecordConflict, type RecordConflictProps } from '@paperplane/shared/records';
import type { SaleDetail } from '../../sale';
import { changesSinceOpened } from './changes-since-opened';
import { settled } from './merge-sales';
import { isFinancial, SALE_PARTS } from './sale-parts';

/** The fields of a sale as a sentence names them; a field not named here is nobody's business. */
const NAMES = {
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

/** Somebody else saved the sale first. */
export function SaleConflict(props: RecordConflictProps<SaleDetail>) {
  const { conflict, onResolve } = props;
  const { before, theirs, mine } = conflict;
  const lock = financialsLock(theirs.status, theirs.commissionStatus);
  const { isAdmin } = useAuth();
  return (
    <RecordConflict
      {...props}
      noun="sale"
      rules={SALE_PARTS}
      names={NAMES}
      lock={lock}
      isLocked={(part) =>
        part === 'customer' ? !customerOpen(theirs.status, isAdmin) : lock !== null && isFinancial(part)
      }
      alsoTaken={changesSinceOpened(before, theirs)}
      onResolve={(merged) => onResolve(settled(before, theirs, mine, merged))}
    />
  );
}

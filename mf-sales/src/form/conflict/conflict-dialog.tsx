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
  customer_id: 'the customer',
  travelers: 'the travelers',
  vendor_id: 'the vendor',
  booking_reference: 'the booking reference',
  agent_id: 'the agent',
  sale_date: 'the sale date',
  travel_date: 'the travel date',
  return_date: 'the return date',
  total_amount: 'the total amount',
  commission_rate: 'the commission',
  commission_amount: 'the commission',
  commission_basis: 'the commission',
  lines: 'the lines',
  co_sellers: 'the shares',
  notes: 'the notes',
};

/** Somebody else saved the sale first. */
export function SaleConflict(props: RecordConflictProps<SaleDetail>) {
  const { conflict, onResolve } = props;
  const { before, theirs, mine } = conflict;
  const lock = financialsLock(theirs.status, theirs.commission?.status ?? null);
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

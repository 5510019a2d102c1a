import { displayMessage, formatMoneyExact, fundsNote } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useRecordReceiptMutation } from '../commissions-api';
import { moneyOf } from './commission-steps';

interface ReceiptCardProps {
  commission: Commission;
  /** Admins record receipts, agents read them. */
  isAdmin: boolean;
  onRecord: () => void;
}

/** Whether the vendor's money is here, as far as somebody has seen it. */
export function ReceiptCard({ commission, isAdmin, onRecord }: ReceiptCardProps) {
  const { receipt, status, sale } = commission;
  return (
    <Card title="Vendor’s payment">
      <div className="pp-stack">
        <p className="pp-between">
          <span>{fundsNote(moneyOf(commission))}</span>
          {receipt && <b className="pp-amt">{formatMoneyExact(receipt.amount, sale?.currency)}</b>}
        </p>
        {isAdmin && status !== 'cancelled' && (
          <div className="pp-row">
            <Button variant="outline" size="sm" onClick={onRecord}>
              {receipt ? 'Change receipt' : 'Record receipt'}
            </Button>
            {receipt && <TakeBack id={commission.id} />}
          </div>
        )}
      </div>
    </Card>
  );
}

/** Asks nothing: the history keeps the receipt, and it can be recorded again. */
function TakeBack({ id }: { id: string }) {
  const toast = useToast();
  const [record, { isLoading }] = useRecordReceiptMutation();
  async function takeBack() {
    const { error } = await record({ commissionId: id, receipt: null });
    if (error) toast.error('Receipt not taken back', displayMessage(error));
    else toast.success('Receipt taken back', 'The status of the commission stays.');
  }
  return (
    <Button variant="ghost" size="sm" loading={isLoading} onClick={() => void takeBack()}>
      Take back
    </Button>
  );
}

import { actName, displayMessage, formatMoneyExact, vendorNote } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { Button, Calculation, Card } from '@paperplane/shared/ui';
import type { Commission, CommissionDeposit, Receipt } from '../commission-types';
import { useRecordReceiptMutation } from '../commissions-api';
import { moneyOf } from './commission-steps';
import { DepositList } from './deposit-list';

interface ReceiptCardProps {
  commission: Commission;
  /** Undefined while they load. */
  deposits: readonly CommissionDeposit[] | undefined;
  /** The organization's, as the time zone. */
  currency: string;
  timeZone: string;
  /** Admins record receipts, agents read them. */
  isAdmin: boolean;
  onRecord: () => void;
}

/** Whether a manual receipt may say what was received: not where a deposit does, nor of what is cancelled. */
export const takesManualReceipt = ({ receipt, status }: Commission): boolean =>
  status !== 'cancelled' && receipt?.how !== 'deposit';

/** Whether the vendor's money is here: the deposits that brought it, or a manual receipt. */
export function ReceiptCard({
  commission,
  deposits,
  currency,
  timeZone,
  isAdmin,
  onRecord,
}: ReceiptCardProps) {
  const { receipt } = commission;
  return (
    <Card title="Vendor’s payment">
      <div className="pp-stack">
        <p className="pp-between">
          <span>{vendorNote(moneyOf(commission))}</span>
          {receipt && <b className="pp-amt">{formatMoneyExact(receipt.amount, currency)}</b>}
        </p>
        {receipt?.how === 'word' && <p className="pp-muted pp-sm">Manual receipt: no deposit shows it.</p>}
        {receipt?.how === 'deposit' && (
          <DepositList deposits={deposits} currency={currency} timeZone={timeZone} />
        )}
        {receipt && <Rest commission={commission} currency={currency} />}
        {isAdmin && takesManualReceipt(commission) && (
          <div className="pp-row">
            <Button variant="outline" size="sm" onClick={onRecord}>
              {receipt ? 'Change receipt' : 'Record receipt'}
            </Button>
            {receipt && <TakeBack commission={commission} receipt={receipt} currency={currency} />}
          </div>
        )}
      </div>
    </Card>
  );
}

/** What the receipt leaves of the commission. */
function Rest({ commission, currency }: Pick<ReceiptCardProps, 'commission' | 'currency'>) {
  const { open, writtenOff, manualWriteOffReason } = commission;
  const rows = [
    {
      label: manualWriteOffReason === null ? 'Written off' : `Written off: ${manualWriteOffReason}`,
      value: writtenOff,
    },
    { label: 'Still open', value: open },
  ].filter(({ value }) => value > 0);
  if (rows.length === 0) return null;
  return (
    <Calculation
      rows={rows.map(({ label, value }) => ({ label, value: formatMoneyExact(value, currency) }))}
    />
  );
}

/** Asks nothing: the history keeps the receipt, and it can be recorded again. */
function TakeBack({
  commission: { id, sale },
  receipt,
  currency,
}: Pick<ReceiptCardProps, 'commission' | 'currency'> & { receipt: Receipt }) {
  const toast = useToast();
  const [record, { isLoading }] = useRecordReceiptMutation();
  const facts = {
    amount: formatMoneyExact(receipt.amount, currency),
    who: `from ${sale?.vendor?.name ?? 'the vendor'}`,
    days: receipt.on,
  };
  async function takeBack() {
    const { error } = await record({ commissionId: id, receipt: null });
    if (error) toast.error('Receipt not taken back', displayMessage(error));
    else
      toast.done(
        actName('Receipt taken back', facts),
        'The status of the commission stays. It can be recorded again.',
      );
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      loading={isLoading}
      aria-label={actName('Take back', facts)}
      onClick={() => void takeBack()}
    >
      Take back
    </Button>
  );
}

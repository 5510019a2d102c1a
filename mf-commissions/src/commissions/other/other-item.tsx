import { actName, formatDate, formatMoneyExact } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Card, StatusPill } from '@paperplane/shared/ui';
import { lazy, Suspense, useState } from 'react';
import {
  useCancelOtherCommissionMutation,
  useRecordOtherReceiptMutation,
  type OtherCommission,
} from './other-api';
import { KIND_WORDS, originText } from './other-words';
import { ShareRows } from './share-rows';

const OtherReceiptDialog = lazy(
  () => import(/* webpackChunkName: "lazy-other-receipt" */ './other-receipt-dialog'),
);

const OtherNotesDialog = lazy(
  () => import(/* webpackChunkName: "lazy-other-receipt" */ './other-notes-dialog'),
);

/** One of them: what it is for, how it stands, who has a share of it, and what can be said of the vendor's money. */
export function OtherItem({ item }: { item: OtherCommission }) {
  const { currency } = useCurrentUser().organization;
  const toast = useToast();
  const [open, setOpen] = useState<'receipt' | 'notes' | null>(null);
  const [record, taking] = useRecordOtherReceiptMutation();
  const [cancel, cancelling] = useCancelOtherCommissionMutation();
  const { id, kind, status, amount, salesId, receivedOn, receivedAmount, dueOn, shares, notes, deposits } =
    item;
  const facts = { amount: formatMoneyExact(amount, currency), who: originText(item) };
  // What a deposit brought, the bank says.
  const isTyped =
    kind !== 'service_fee' &&
    status !== 'cancelled' &&
    deposits.length === 0 &&
    shares.every((s) => s.status !== 'paid');

  async function takeBack() {
    const { error } = await record({ id, receipt: null });
    if (error) toast.error('Not taken back', error);
    else toast.done(actName('Receipt taken back', facts), 'It can be recorded again.');
  }
  async function give() {
    const { error } = await cancel(id);
    if (error) toast.error('Not cancelled', error);
    else toast.done(actName('Commission cancelled', facts), 'This cannot be undone.');
  }

  return (
    <Card
      title={`${KIND_WORDS[kind].one}: ${originText(item)}`}
      padded={false}
      action={<StatusPill status={status} />}
    >
      <div className="other-facts">
        <b className="pp-amt">{facts.amount}</b>
        <span className="pp-muted pp-sm">
          {receivedOn && receivedAmount !== null
            ? `${formatMoneyExact(receivedAmount, currency)} received ${formatDate(receivedOn)}`
            : kind === 'service_fee'
              ? 'Received when the customer has paid the sale'
              : dueOn
                ? `Due ${formatDate(dueOn)}`
                : 'No due day'}
        </span>
        {deposits.map(({ transactionId, bookedOn, amount: part }) => (
          <Link key={transactionId} className="pp-link" to={paths.bankTransaction.href(transactionId)}>
            Deposit of {formatDate(bookedOn)}, {formatMoneyExact(part, currency)}
          </Link>
        ))}
        {salesId && (
          <Link className="pp-link" to={paths.sale.href(salesId)}>
            Open sale
          </Link>
        )}
        {isTyped && (
          <Button
            variant="outline"
            size="sm"
            aria-label={actName('Record receipt', facts)}
            onClick={() => setOpen('receipt')}
          >
            Record receipt
          </Button>
        )}
        {isTyped && receivedOn && (
          <Button
            variant="ghost"
            size="sm"
            loading={taking.isLoading}
            aria-label={actName('Take back', facts)}
            onClick={() => void takeBack()}
          >
            Take back
          </Button>
        )}
        {isTyped && !receivedOn && (
          <Button
            variant="ghost"
            size="sm"
            loading={cancelling.isLoading}
            aria-label={actName('Cancel, for good', facts)}
            onClick={() => void give()}
          >
            Cancel, for good
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={actName(notes ? 'Edit notes' : 'Add notes', facts)}
          onClick={() => setOpen('notes')}
        >
          {notes ? 'Edit notes' : 'Add notes'}
        </Button>
        {notes && <p className="other-notes pp-sm">{notes}</p>}
      </div>
      <ShareRows shares={shares} commissionId={id} canPay={status === 'funds_received'} />
      <Suspense>
        {open === 'receipt' && <OtherReceiptDialog item={item} onClose={() => setOpen(null)} />}
        {open === 'notes' && <OtherNotesDialog item={item} onClose={() => setOpen(null)} />}
      </Suspense>
    </Card>
  );
}

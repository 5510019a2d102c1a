import { useLazyDialog } from '@paperplane/shared/records';
import { Card, ErrorState, SkeletonRows, useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerPayment } from '../payments/payments-api';
import type { SaleDetail } from '../sale';

const loadCard = () => import(/* webpackChunkName: "sale-agreed" */ '../payments/payments-card');
const loadRecord = () =>
  import(/* webpackChunkName: "sale-agreed" */ '../payments/record-payment-dialog').then(
    (m) => m.RecordPaymentDialog,
  );
const loadUndo = () =>
  import(/* webpackChunkName: "sale-agreed" */ '../payments/undo-payment-dialog').then(
    (m) => m.UndoPaymentDialog,
  );

/** What a sale's page does with the customer's payments; a sale without dates and payments fetches none of it. */
export function useCustomerPays(sale: SaleDetail) {
  const [open, setOpen] = useState<'record' | CustomerPayment | null>(null);
  const [RecordDialog, fetchRecord] = useLazyDialog(loadRecord);
  const [UndoDialog, fetchUndo] = useLazyDialog(loadUndo);
  const close = () => setOpen(null);
  return {
    isShown: sale.paymentPlan.length > 0 || sale.hasPayments,
    record: () => void fetchRecord().then((isThere) => isThere && setOpen('record')),
    undo: (payment: CustomerPayment) => void fetchUndo().then((isThere) => isThere && setOpen(payment)),
    dialog:
      open === 'record'
        ? RecordDialog && <RecordDialog sale={sale} onClose={close} />
        : open && UndoDialog && <UndoDialog sale={sale} payment={open} onClose={close} />,
  };
}

interface CustomerPaysProps {
  saleId: string;
  onRecord: () => void;
  onUndo: (payment: CustomerPayment) => void;
}

/** The card of the customer's payments, whose code comes with the first sale that has any. */
export function CustomerPays(props: CustomerPaysProps) {
  const { part, failed, fetch } = useLazy(loadCard);
  const begin = useEffectEvent(() => void fetch());
  useEffect(() => begin(), []);
  if (part) return <part.default {...props} />;
  return (
    <Card title="Customer pays" padded={false} className="sale-payments">
      {failed ? (
        <ErrorState
          title="The payments did not load"
          message="Check your connection and try again."
          onRetry={() => void fetch()}
        />
      ) : (
        <SkeletonRows rows={3} label="Loading payments" />
      )}
    </Card>
  );
}

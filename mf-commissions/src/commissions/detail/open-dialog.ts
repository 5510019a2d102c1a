import { PAYMENT_METHODS } from '@paperplane/shared/domain';
import type { Draft } from '@paperplane/shared/platform';
import * as v from 'valibot';
import type { HowPaidForm, PaymentForm } from './payment-schema';
import type { RecallForm } from './recall-schema';
import type { ReceiptForm } from './receipt-schema';

/** What the dialog for the status holds. */
export interface StatusForm {
  /** Null until one is chosen. */
  status: string | null;
  notes: string;
}

/** Which dialog is open, with what was typed into it before: for the payment, perhaps only the notes. */
export type OpenDialog =
  | { dialog: 'status'; typed?: StatusForm }
  | { dialog: 'payment'; typed?: Partial<PaymentForm> }
  | { dialog: 'receipt'; typed?: ReceiptForm }
  | { dialog: 'recall'; typed?: RecallForm }
  | { dialog: 'correction'; paymentId: string; typed?: HowPaidForm }
  | { dialog: 'void'; paymentId: string };

const howPaid = {
  paymentDate: v.string(),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  reference: v.string(),
};

const content = v.variant('dialog', [
  v.object({
    dialog: v.literal('status'),
    typed: v.object({ status: v.nullable(v.string()), notes: v.string() }),
  }),
  v.object({
    dialog: v.literal('payment'),
    typed: v.object({ amount: v.string(), ...howPaid, notes: v.string() }),
  }),
  v.object({
    dialog: v.literal('receipt'),
    typed: v.object({
      receivedOn: v.string(),
      receivedAmount: v.string(),
      rest: v.picklist(['open', 'write_off']),
      writeOffReason: v.string(),
    }),
  }),
  v.object({
    dialog: v.literal('recall'),
    typed: v.object({ amount: v.string(), note: v.string(), transactionId: v.string() }),
  }),
  v.object({ dialog: v.literal('correction'), paymentId: v.string(), typed: v.object(howPaid) }),
]);

/** The dialog somebody was typing into when the page or the session ended; `null` when there is none. */
export function readDialog(draft: Pick<Draft, 'read'>): OpenDialog | null {
  const read = v.safeParse(content, draft.read()?.content);
  return read.success ? read.output : null;
}

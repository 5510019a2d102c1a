import * as v from 'valibot';
import { MESSAGES, moneyInput, moneyText, requiredDate, today } from '@paperplane/shared/domain';
import type { Commission } from '../commission-types';

/** What the form holds: text, as typed. */
export interface ReceiptForm {
  receivedOn: string;
  receivedAmount: string;
}

export const RECEIPT_FIELDS = ['receivedOn', 'receivedAmount'] as const;

/** What may be said about the vendor's money. @param lastDay the organization's today: nothing is received in advance */
export const receiptSchema = (lastDay: string) =>
  v.object({
    receivedOn: v.pipe(
      requiredDate(MESSAGES.receivedOn),
      v.check((day) => day <= lastDay, MESSAGES.receivedOnFuture),
    ),
    receivedAmount: v.pipe(
      moneyText(MESSAGES.receivedAmount),
      v.transform(Number),
      v.check((amount) => amount > 0, MESSAGES.receivedAmount),
    ),
  });

export type Received = v.InferOutput<ReturnType<typeof receiptSchema>>;

/** The form as it opens: the receipt as it was recorded, or all of the commission today. */
export const receiptDefaults = ({ receipt, amount }: Commission, timeZone: string): ReceiptForm => ({
  receivedOn: receipt?.on ?? today(timeZone),
  receivedAmount: moneyInput(receipt?.amount ?? amount),
});

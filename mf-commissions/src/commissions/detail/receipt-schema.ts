import * as v from 'valibot';
import {
  MESSAGES,
  moneyInput,
  moneyText,
  readMoney,
  requiredDate,
  roundHalfAway,
  today,
  type MoneyReading,
} from '@paperplane/shared/domain';
import type { Commission } from '../commission-types';

/** What the form holds: text, as typed. */
export interface ReceiptForm {
  receivedOn: string;
  receivedAmount: string;
  /** What becomes of the rest of a short payment. */
  rest: 'open' | 'write_off';
  writeOffReason: string;
}

export const RECEIPT_FIELDS = ['receivedOn', 'receivedAmount', 'writeOffReason'] as const;

/** Longest reason the database takes. */
const MAX_REASON = 500;

/** What of the commission a typed amount leaves, in units of the currency; 0 where it leaves nothing, or is no amount. */
export function restOf(expected: number, typed: string, money: MoneyReading): number {
  const amount = readMoney(typed, money);
  if (!amount.ok || amount.value === null || amount.value <= 0) return 0;
  return Math.max(roundHalfAway(expected - amount.value, 2), 0);
}

/**
 * What may be said about the vendor's money.
 * @param lastDay the organization's today: nothing is received in advance
 * @param expected the commission
 * @param money whose amounts are typed
 */
export const receiptSchema = (lastDay: string, expected: number, money: MoneyReading) =>
  v.pipe(
    v.object({
      receivedOn: v.pipe(
        requiredDate(MESSAGES.receivedOn),
        v.check((day) => day <= lastDay, MESSAGES.receivedOnFuture),
      ),
      receivedAmount: v.pipe(
        moneyText(money, MESSAGES.receivedAmount),
        v.transform(Number),
        v.check((amount) => amount > 0, MESSAGES.receivedAmount),
      ),
      rest: v.picklist(['open', 'write_off']),
      writeOffReason: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(MAX_REASON, `Use at most ${MAX_REASON} characters.`),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['receivedAmount'], ['rest'], ['writeOffReason']],
        ({ receivedAmount, rest, writeOffReason }) =>
          rest === 'open' || receivedAmount >= expected || writeOffReason !== '',
        'Say why the rest is written off.',
      ),
      ['writeOffReason'],
    ),
    v.transform(({ receivedOn, receivedAmount, rest, writeOffReason }) => ({
      on: receivedOn,
      amount: receivedAmount,
      writeOffReason: rest === 'write_off' && receivedAmount < expected ? writeOffReason : null,
    })),
  );

export type Received = v.InferOutput<ReturnType<typeof receiptSchema>>;

/** The form as it opens: the receipt as it was recorded, or all of the commission today. */
export const receiptDefaults = (
  { receipt, amount, manualWriteOffReason }: Commission,
  timeZone: string,
): ReceiptForm => ({
  receivedOn: receipt?.on ?? today(timeZone),
  receivedAmount: moneyInput(receipt?.amount ?? amount),
  rest: manualWriteOffReason === null ? 'open' : 'write_off',
  writeOffReason: manualWriteOffReason ?? '',
});

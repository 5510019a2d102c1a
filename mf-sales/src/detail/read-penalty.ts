import { formatMoneyExact, isIsoDate, readMoney, type MoneyReading } from '@paperplane/shared/domain';
import type { SaleDetail } from '../sale';

/** What a vendor still pays, as typed. */
export interface PenaltyText {
  amount: string;
  /** `yyyy-mm-dd`, or empty. */
  dueOn: string;
}

export type PenaltyRead =
  | { ok: true; value: { amount: number; dueOn: string | null } }
  | { ok: false; errors: { amount?: string; dueOn?: string } };

/** The rules of the database, earlier: above 0, and at most the commission. @param money whose amounts are typed */
export function readPenalty(
  { amount, dueOn }: PenaltyText,
  { commissionAmount, currency }: Pick<SaleDetail, 'commissionAmount' | 'currency'>,
  money: MoneyReading,
): PenaltyRead {
  const read = readMoney(amount, money);
  const value = read.ok ? read.value : null;
  const wrongAmount =
    value === null || value <= 0
      ? 'Enter what the vendor still pays.'
      : value > commissionAmount
        ? `The vendor pays at most the commission of ${formatMoneyExact(commissionAmount, currency)}.`
        : undefined;
  const wrongDay = dueOn && !isIsoDate(dueOn) ? 'Enter a date like 11/19/2026.' : undefined;
  if (value === null || wrongAmount || wrongDay)
    return {
      ok: false,
      errors: { ...(wrongAmount && { amount: wrongAmount }), ...(wrongDay && { dueOn: wrongDay }) },
    };
  return { ok: true, value: { amount: value, dueOn: dueOn || null } };
}

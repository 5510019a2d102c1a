import { sumAmounts, whoText, type ActFacts } from '@paperplane/shared/domain';
import type { BankRow } from '../bank-types';
import { signedMoney } from './bank-words';

/** What a decision is about. */
export type DecidedRow = Pick<BankRow, 'amount' | 'bookedOn' | 'text' | 'vendor'> &
  Partial<Pick<BankRow, 'suggestion'>>;

/** Whose money it is: the vendor's that is suggested or known, else the bank's words. */
const payerOf = ({ suggestion, vendor, text }: DecidedRow): string =>
  suggestion?.parts[0]?.vendor.name ?? vendor?.name ?? text;

/** What a decision about transactions moves, whose money it is and of which days, for the names of what decides. */
export function rowFacts(rows: readonly DecidedRow[], currency: string): ActFacts & { amount: string } {
  const isOut = rows.every(({ amount }) => amount < 0);
  return {
    amount: signedMoney(sumAmounts(rows), currency),
    who: `${isOut ? 'to' : 'from'} ${whoText(rows.map(payerOf), isOut ? 'payee' : 'payer')}`,
    days: rows.map(({ bookedOn }) => bookedOn),
  };
}

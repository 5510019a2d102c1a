import {
  deriveCommission,
  moneyInput,
  parsePercent,
  percentInput,
  readMoney,
} from '@paperplane/shared/domain';
import type { SaleValues } from './sale-values';

type Amounts = Pick<SaleValues, 'totalAmount' | 'commissionRate' | 'commissionAmount' | 'commissionBasis'>;

/** Numbers behind the typed amounts; `null` where nothing readable is typed. */
export interface CommissionFigures {
  total: number | null;
  rate: number | null;
  amount: number | null;
}

const money = (text: string, currency: string) => {
  const parsed = readMoney(text, { currency });
  return parsed.ok ? parsed.value : null;
};

const percent = (text: string) => {
  const parsed = parsePercent(text);
  return parsed.ok ? parsed.value : null;
};

/**
 * What the typed amounts come to: the basis holds, the other one follows.
 * @param currency the agency's
 */
export function commissionFigures(typed: Amounts, currency: string): CommissionFigures {
  const total = money(typed.totalAmount, currency);
  const rate = percent(typed.commissionRate);
  const amount = money(typed.commissionAmount, currency);
  const known = typed.commissionBasis === 'rate' ? rate : amount;
  if (total === null || known === null) {
    return typed.commissionBasis === 'rate' ? { total, rate, amount: null } : { total, rate: null, amount };
  }
  const derived = deriveCommission(typed.commissionBasis, total, rate, amount);
  return typed.commissionBasis === 'rate'
    ? { total, rate, amount: derived.amount }
    : { total, rate: derived.rate, amount };
}

/** The text the field that follows should show. */
export function followingText(
  typed: Amounts,
  currency: string,
): Partial<Pick<SaleValues, 'commissionRate' | 'commissionAmount'>> {
  const { rate, amount } = commissionFigures(typed, currency);
  return typed.commissionBasis === 'rate'
    ? { commissionAmount: moneyInput(amount) }
    : { commissionRate: percentInput(rate) };
}

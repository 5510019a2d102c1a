import {
  deriveCommission,
  moneyInput,
  parsePercent,
  percentInput,
  readMoney,
  type MoneyReading,
} from '@paperplane/shared/domain';
import type { SaleValues } from './sale-values';

type Amounts = Pick<SaleValues, 'totalAmount' | 'commissionRate' | 'commissionAmount' | 'commissionBasis'>;

/** Numbers behind the typed amounts; `null` where nothing readable is typed. */
export interface CommissionFigures {
  total: number | null;
  rate: number | null;
  amount: number | null;
}

const amountOf = (text: string, money: MoneyReading) => {
  const parsed = readMoney(text, money);
  return parsed.ok ? parsed.value : null;
};

const percent = (text: string) => {
  const parsed = parsePercent(text);
  return parsed.ok ? parsed.value : null;
};

/**
 * What the typed amounts come to: the basis holds, the other one follows.
 * @param money whose amounts are typed
 */
export function commissionFigures(typed: Amounts, money: MoneyReading): CommissionFigures {
  const total = amountOf(typed.totalAmount, money);
  const rate = percent(typed.commissionRate);
  const amount = amountOf(typed.commissionAmount, money);
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
  money: MoneyReading,
): Partial<Pick<SaleValues, 'commissionRate' | 'commissionAmount'>> {
  const { rate, amount } = commissionFigures(typed, money);
  return typed.commissionBasis === 'rate'
    ? { commissionAmount: moneyInput(amount) }
    : { commissionRate: percentInput(rate) };
}

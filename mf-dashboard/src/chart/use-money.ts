import { formatMoney } from '@paperplane/shared/domain';
import { useMemo } from 'react';
import { shortMoney } from './short-money';

/** Amounts in words, by functions that stay the same: a chart that is given others is drawn again. */
export function useMoney(currency: string) {
  return useMemo(
    () => ({
      format: (amount: number) => formatMoney(amount, { currency }),
      formatShort: (amount: number) => shortMoney(amount, currency),
    }),
    [currency],
  );
}

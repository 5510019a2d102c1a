import { NO_AMOUNT } from '@paperplane/shared/domain';

/** `1,482.00`; a dash of nothing. */
export const amountText = (amount: number): string =>
  amount === 0
    ? NO_AMOUNT
    : amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

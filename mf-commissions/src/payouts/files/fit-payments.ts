import { toCents } from '@paperplane/shared/domain';
import { NoPaymentFile, type LeftOut, type Payment, type PaymentData } from './payment-types';
import { isName, plainText } from './plain-text';

/** The day a bank is asked to pay on: the planned one, or the one the file is made on where that is over. */
export const paymentDay = ({ plannedOn, madeAt }: Pick<PaymentData, 'plannedOn' | 'madeAt'>): string => {
  const madeOn = madeAt.slice(0, 10);
  return plannedOn && plannedOn > madeOn ? plannedOn : madeOn;
};

/** The payments a file can say, with plain names and amounts in cents, and those it cannot, with the reason. */
export interface FittingPayments {
  payments: readonly { payment: Payment; name: string; cents: number }[];
  left: LeftOut[];
}

/**
 * Divides the payments of a payout into those that fit a format of banks and those that do not.
 * @throws NoPaymentFile when none does
 */
export function fitPayments(
  data: PaymentData,
  {
    nameLength,
    mostCents,
    accountLength = Infinity,
  }: { nameLength: number; mostCents: number; accountLength?: number },
): FittingPayments {
  const fitting: FittingPayments = { payments: [], left: [...data.left] };
  const payments = [];
  for (const payment of data.payments) {
    const name = plainText(payment.holderName, nameLength);
    const amount = toCents(payment.amount);
    const reason = !isName(name)
      ? 'The name on the account has no letters that the file can say'
      : amount > mostCents
        ? 'More than the file can say'
        : (payment.numbers.accountNumber ?? '').length > accountLength
          ? 'The account number is longer than the file can say'
          : null;
    if (reason === null) payments.push({ payment, name, cents: amount });
    else
      fitting.left.push({
        agentId: payment.agentId,
        name: payment.holderName,
        amount: payment.amount,
        code: null,
        reason,
      });
  }
  if (payments.length === 0) throw new NoPaymentFile('This file would pay nobody.');
  return { ...fitting, payments };
}

import { formatDate, formatMoneyExact } from '@paperplane/shared/domain';
import type { ReturnedPayment, Statement } from './statement-types';

const nameOf = ({ number, bookingReference }: ReturnedPayment): string =>
  number ? `statement ${number}` : `the payment for ${bookingReference ?? 'a commission'}`;

/**
 * What a statement says beside its sum, on the page and in its files: that it was voided, and the payments it pays again. Theirs are
 * the lines `Came back`.
 */
export const statementNotes = ({
  void: voided,
  returned,
  currency,
}: Pick<Statement, 'void' | 'returned' | 'currency'>): string[] => [
  ...(voided ? [`Voided on ${formatDate(voided.voidedOn)}: ${voided.reason}`] : []),
  ...returned.map(
    (payment) =>
      `Pays ${formatMoneyExact(payment.amount, currency)} again: ${nameOf(payment)} of ${formatDate(payment.paidOn)}, which came back and was voided on ${formatDate(payment.voidedOn)}.`,
  ),
];

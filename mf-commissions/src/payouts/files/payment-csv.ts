import { toCents, toCsv } from '@paperplane/shared/domain';
import type { LeftOut, PaymentData } from './payment-types';
import { decimal } from './plain-text';

/** In one line: what reads the table may take each line for a row. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The payments of a payout as a table, for banks that read one. */
export function paymentCsv(data: PaymentData): { content: string; left: LeftOut[] } {
  const isUs = data.kind === 'us';
  const head = isUs ? ['Routing number', 'Account number', 'Account type'] : ['IBAN', 'BIC'];
  return {
    content: toCsv(
      ['Name on the account', ...head, 'Amount', 'Currency', 'Payment date', 'Payout'],
      data.payments.map(({ holderName, numbers, amount }) => [
        oneLine(holderName),
        ...(isUs
          ? [
              { digits: numbers.routingNumber ?? '' },
              { digits: numbers.accountNumber ?? '' },
              numbers.accountType,
            ]
          : [numbers.iban, numbers.bic]),
        decimal(toCents(amount)),
        data.currency,
        data.plannedOn,
        oneLine(data.name),
      ]),
    ),
    left: data.left,
  };
}

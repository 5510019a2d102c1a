import type { IsoDate } from '@paperplane/shared/domain';
import { nachaFile } from './nacha';
import { painFile } from './pain';
import { paymentCsv } from './payment-csv';
import type { PaymentData, PaymentFile, PaymentFileKind } from './payment-types';

const FORMATS = {
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8', make: paymentCsv },
  nacha: { extension: 'ach', type: 'text/plain;charset=us-ascii', make: nachaFile },
  pain: { extension: 'xml', type: 'application/xml', make: painFile },
};

/** What may be made of a payout: NACHA of US accounts in dollars, pain.001 of accounts with an IBAN, a table always. */
export function paymentFileKinds({
  kind,
  currency,
}: Pick<PaymentData, 'kind' | 'currency'>): PaymentFileKind[] {
  if (kind === 'iban') return ['pain', 'csv'];
  return currency === 'USD' ? ['nacha', 'csv'] : ['csv'];
}

/**
 * The payment file of a payout, to be saved. `left` is who gets something and is not in it, with the reason. Where no day was chosen yet
 * it names today, in its name and inside.
 * @param madeAt the moment it is made
 * @param today the agency's day
 */
export function paymentFile(
  kind: PaymentFileKind,
  payment: PaymentData,
  madeAt: Date,
  today: IsoDate,
): PaymentFile {
  const { extension, type, make } = FORMATS[kind];
  const plannedOn = payment.plannedOn ?? today;
  return { name: `payout-${plannedOn}.${extension}`, type, ...make({ ...payment, plannedOn }, madeAt) };
}

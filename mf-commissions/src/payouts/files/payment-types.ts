import type { AnswerOf } from '@paperplane/shared/platform';
import type { PaymentFileTold, PayoutContract } from '../payout-types';

/** What a payment file is made of. */
export type PaymentData = AnswerOf<PayoutContract, 'read_payment_file'>;

/** What one agent gets, and on which account. */
export type Payment = PaymentData['payments'][number];

export type AccountNumbers = Payment['numbers'];

/** An agent who is not in the file, and why: as the database says, or, without a code, as the format does. */
export type LeftOut = Omit<PaymentData['left'][number], 'code' | 'params'> & { code: string | null };

export type PaymentFileKind = NonNullable<PaymentFileTold['format']>;

/** Why no file of a format can be made. */
export class NoPaymentFile extends Error {}

/** A file to save. `left`: who is not in it. */
export interface PaymentFile {
  name: string;
  type: string;
  content: string;
  left: LeftOut[];
}

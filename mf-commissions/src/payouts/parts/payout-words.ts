import { formatDateTime, formatMoneyExact, NO_AMOUNT, paysByCheck } from '@paperplane/shared/domain';
import type { LeftOut, PaymentFileKind } from '../files/payment-types';
import type { LineKind, MaskedAccount, PaymentFileTold } from '../payout-types';

/** What a line is: shares and overrides are told by the kinds of before, too. */
export type LinePart = LineKind | 'share' | 'override';

export const partOf = ({
  kind,
  part,
}: {
  kind: LineKind;
  part?: 'share' | 'override' | undefined;
}): LinePart => part ?? kind;

const LINE_WORDS: Readonly<Record<LinePart, string>> = {
  commission: 'Commission',
  share: 'Share',
  override: 'Override',
  bonus: 'Bonus',
  correction: 'Correction',
  recall: 'Recall',
  returned: 'Came back',
};

/** Whether a line is somebody's part of a commission, and no adjustment. */
export const earns = ({ kind }: { kind: LineKind }): boolean => kind === 'commission';

export const lineWord = (kind: LinePart): string => LINE_WORDS[kind];

/** `1,441.88`: in a column of money, where the sign of the currency stands on the total alone. */
export function plainMoney(amount: number | null): string {
  if (amount === null) return NO_AMOUNT;
  return Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** `+150.00`, `−212.40`, `–` for nothing. */
export function signedMoney(amount: number): string {
  if (amount === 0) return NO_AMOUNT;
  return `${amount < 0 ? '−' : '+'}${plainMoney(amount)}`;
}

/** `−$136.65`, with a true minus. */
export const exactMoney = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : ''}${formatMoneyExact(Math.abs(amount), currency)}`;

/** `Account ••6613`. */
export const accountText = ({ lastFour }: Pick<MaskedAccount, 'lastFour'>, word = 'Account'): string =>
  `${word} ••${lastFour}`;

/** The payment file a bank takes from an account of this kind. */
export const fileWord = (kind: MaskedAccount['kind'], currency: string): string =>
  kind === 'us' && currency === 'USD' ? 'NACHA' : kind === 'iban' ? 'SEPA' : 'CSV';

const FORMAT_WORDS: Readonly<Record<PaymentFileKind, string>> = { csv: 'CSV', nacha: 'NACHA', pain: 'SEPA' };

/** `SEPA file, downloaded Nov 24, 9:20 AM by Margaret Vale`. */
export function fileTold(file: PaymentFileTold | null, timeZone: string): string {
  if (!file) return 'No payment file was downloaded yet';
  const name = file.format ? `${FORMAT_WORDS[file.format]} file` : 'Payment file';
  return `${name}, downloaded ${formatDateTime(file.at, timeZone)}${file.by ? ` by ${file.by}` : ''}`;
}

const LEFT_WORDS: Readonly<Record<string, string>> = {
  voided: 'Voided',
  check: 'Paid by check',
  transfer: 'Paid by a transfer outside the file',
  no_bank_details: 'No bank details',
  another_kind: 'An account of another kind',
  bank_details_changed: 'The bank details changed after this payout was paid',
};

/** Why the payment file leaves somebody out. */
export const leftText = ({ code, reason }: Pick<LeftOut, 'code' | 'reason'>): string =>
  (code && LEFT_WORDS[code]) ?? reason;

/** How those are paid whom the payment file cannot pay. */
export const otherWay = (currency: string) =>
  paysByCheck(currency)
    ? { name: 'By check', numbers: 'Check numbers', until: 'everybody gets a check' }
    : {
        name: 'By transfer, outside the file',
        numbers: 'References of these transfers',
        until: 'everybody is paid by a transfer of yours, outside a file',
      };

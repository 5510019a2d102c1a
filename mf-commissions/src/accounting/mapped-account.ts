import type { JournalAccount, JournalFormat } from './accounting-types';

/** An account of the agency's bookkeeping. */
export interface MappedAccount {
  number: string | null;
  name: string | null;
}

const NUMBER = /^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/;

/** `1010 Operating` */
export const mappedText = ({ number, name }: MappedAccount): string =>
  [number, name].filter((part) => part !== null).join(' ');

/** Reads what somebody types for an account: what begins with a digit is its number, the rest its name. */
export function readAccount(typed: string): MappedAccount {
  const words = typed.trim().replace(/\s+/g, ' ');
  const [, number = '', name = ''] = /^(\d\S*)(?: (.*))?$/.exec(words) ?? [];
  if (number === '' || !NUMBER.test(number)) return { number: null, name: words || null };
  return { number, name: name || null };
}

/** What an account lacks for a format, in words; null for nothing. */
export function lacks(
  { number, name }: MappedAccount,
  format: JournalFormat,
  datevLength: number,
): string | null {
  if (number === null && name === null) return 'Choose an account.';
  if (format === 'quickbooks' && name === null)
    return 'QuickBooks finds accounts by name: add it behind the number.';
  if (format === 'xero' && number === null)
    return 'Xero finds accounts by number: put it in front of the name.';
  if (format === 'datev' && (number === null || !/^\d+$/.test(number) || number.length > datevLength + 1))
    return `DATEV takes numbers of at most ${datevLength + 1} digits: put one in front of the name.`;
  return null;
}

/** The accounts that hold an export, because they have an amount and lack something. */
export const heldBy = (
  accounts: readonly JournalAccount[],
  format: JournalFormat,
  datevLength: number,
): JournalAccount[] =>
  accounts.filter(
    (account) =>
      (account.debit !== 0 || account.credit !== 0) && lacks(account, format, datevLength) !== null,
  );

import { toCsv } from '@paperplane/shared/domain';
import { accountWords } from '../account-words';
import { entryNumber, type JournalData } from './journal-entries';

const HEAD = [
  'Entry',
  'Day',
  'Kind',
  'Text',
  'Booking',
  'Account in Paperplane',
  'Account number',
  'Account name',
  'Debit',
  'Credit',
  'Currency',
];

/** Every line of the month as a table. */
export const plainFile = (data: JournalData): string =>
  toCsv(
    HEAD,
    data.rows.map((row) => [
      entryNumber(data, row.entry),
      row.day,
      row.kind,
      row.text,
      row.reference,
      accountWords(row.account),
      row.number,
      row.name,
      row.amount > 0 ? row.amount.toFixed(2) : null,
      row.amount < 0 ? (-row.amount).toFixed(2) : null,
      data.currency,
    ]),
  );

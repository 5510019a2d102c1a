import { csvText } from './csv-text';
import { entryNumber, lineText, plainAmount, type JournalData } from './journal-entries';

/** The columns of QuickBooks Online, `Import data`, `Journal entries`; behind them the one of names, where these are asked for. */
const HEAD = ['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description'];

/** `01/31/2027` */
const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/**
 * Journal entries for QuickBooks Online: lines of one number are one entry; accounts by name, as they stand in its chart.
 * Of accounts of the kinds receivable and payable it takes no line without a customer or vendor that it knows.
 */
export const quickBooksFile = (data: JournalData): string =>
  csvText([
    data.settings.quickbooksNames ? [...HEAD, 'Name'] : HEAD,
    ...data.rows.map((row) => [
      entryNumber(data, row.entry),
      american(row.day),
      row.name ?? '',
      row.amount > 0 ? plainAmount(row.amount) : '',
      row.amount < 0 ? plainAmount(row.amount) : '',
      lineText(row),
      ...(data.settings.quickbooksNames ? [row.party ?? ''] : []),
    ]),
  ]);

import { sumAmounts } from '@paperplane/shared/domain';
import type { JournalLine } from '../accounting-types';
import { csvText } from './csv-text';
import { entriesOf, entryNumber, lineText, type JournalData, type JournalEntry } from './journal-entries';

/** The columns of Xero's template of manual journals. */
const HEAD = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
];

/** So many lines Xero takes in one file. */
export const XERO_LINES = 300;

/** `31/01/2027` */
const british = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** An entry of more lines than a file takes, with one line an account. */
function fitting(entry: JournalEntry): JournalEntry {
  if (entry.lines.length <= XERO_LINES) return entry;
  const accounts = new Map<string, JournalLine[]>();
  for (const line of entry.lines)
    accounts.set(line.number ?? '', [...(accounts.get(line.number ?? '') ?? []), line]);
  const lines = [...accounts.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, reference: null, amount: sumAmounts([first, ...rest]) }] : [],
  );
  return { ...entry, lines: lines.filter(({ amount }) => amount !== 0) };
}

/** Manual journals for Xero: lines of one narration and day are one journal, a credit is below zero. No entry is torn. */
export function xeroFiles(data: JournalData): string[] {
  const parts: JournalEntry[][] = [];
  let room = 0;
  for (const entry of entriesOf(data.rows).map(fitting)) {
    if (entry.lines.length > room) {
      parts.push([]);
      room = XERO_LINES;
    }
    parts.at(-1)?.push(entry);
    room -= entry.lines.length;
  }
  return (parts.length === 0 ? [[]] : parts).map((entries) =>
    csvText([
      HEAD,
      ...entries.flatMap((entry) =>
        entry.lines.map((line) => [
          `${entryNumber(data, entry.entry)} ${entry.text}`,
          british(line.day),
          lineText(line),
          line.number ?? '',
          data.settings.xeroTaxRate,
          line.amount.toFixed(2),
          '',
          '',
          '',
          '',
        ]),
      ),
    ]),
  );
}

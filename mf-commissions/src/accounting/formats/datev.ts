import { toCents } from '@paperplane/shared/domain';
import { csvText } from './csv-text';
import { DATEV_COLUMNS } from './datev-columns';
import { entriesOf, entryNumber, type JournalData, type JournalEntry } from './journal-entries';
import { windows1252 } from './windows-1252';

/** An amount that leaves one account for another. */
interface Posting {
  cents: number;
  debit: string;
  credit: string;
}

/** An entry as amounts between two accounts: its debits meet its credits in their order. */
export function postingsOf({ lines }: JournalEntry): Posting[] {
  const side = (sign: number) =>
    lines
      .filter(({ amount }) => amount * sign > 0)
      .map(({ amount, number }) => ({ cents: Math.abs(toCents(amount)), account: number ?? '' }));
  const credits = side(-1);
  const postings: Posting[] = [];
  for (const debit of side(1)) {
    while (debit.cents > 0 && credits[0]) {
      const [credit] = credits;
      const cents = Math.min(debit.cents, credit.cents);
      postings.push({ cents, debit: debit.account, credit: credit.account });
      debit.cents -= cents;
      credit.cents -= cents;
      if (credit.cents === 0) credits.shift();
    }
  }
  return postings;
}

const compact = (day: string): string => day.replaceAll('-', '');

/** The first day of the fiscal year that a month is in. */
function yearBegins(month: string, firstMonth: number): string {
  const year = Number(month.slice(0, 4)) - (Number(month.slice(5, 7)) < firstMonth ? 1 : 0);
  return `${year}${String(firstMonth).padStart(2, '0')}01`;
}

/** A text stands between quotes, also where it is empty. */
interface Field {
  text: string;
  quoted: boolean;
}

const words = (text: string): Field => ({ text, quoted: true });
const digits = (value: number | string | null): Field => ({ text: String(value ?? ''), quoted: false });
const NONE = digits(null);
const EMPTY = words('');

const line = (fields: readonly Field[]): string =>
  csvText([fields.map(({ text }) => text)], {
    delimiter: ';',
    quotes: fields.map(({ quoted }) => quoted),
  });

/** What the first line of the file says: 31 fields. */
function header(data: JournalData): Field[] {
  const { datevConsultant, datevClient, datevFirstMonth, datevAccountLength } = data.settings;
  const made = new Date(data.exportedAt).toISOString().replaceAll(/\D/g, '');
  return [
    words('EXTF'),
    digits(700),
    digits(21),
    words('Buchungsstapel'),
    digits(13),
    digits(made),
    NONE,
    words('PP'),
    EMPTY,
    EMPTY,
    digits(datevConsultant),
    digits(datevClient),
    digits(yearBegins(data.month, datevFirstMonth)),
    digits(datevAccountLength),
    digits(compact(data.month)),
    digits(compact(data.lastDay)),
    words(`Paperplane ${data.number} ${data.month.slice(0, 7)}`),
    EMPTY,
    digits(1),
    digits(0),
    digits(0),
    words(data.currency),
    NONE,
    EMPTY,
    NONE,
    NONE,
    EMPTY,
    NONE,
    NONE,
    EMPTY,
    EMPTY,
  ];
}

/** Which columns are texts; the others are numbers and days. */
const TEXTS: ReadonlySet<string> = new Set(
  DATEV_COLUMNS.filter((column) =>
    /^(Soll|WKZ|BU-Sch|Belegfeld|Buchungstext|Diverse|Beleglink|Beleginfo|KOST[12]|EU-Land|Abw. Vers|Zusatz|Auftragsn|Buchungstyp|Herkunft|Buchungs GUID|SEPA|Gesell|Identi|Zeichner|Bezeichnung|Generalumkehr|Land|Abrechnungs)/.test(
      column,
    ),
  ),
);

/** What is allowed in a text of 60 letters that stands in a row of its own. */
const shortText = (text: string): string => [...text.replaceAll(/\p{Cc}/gu, ' ')].slice(0, 60).join('');

/** `482,00` */
const german = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/**
 * A posting batch for DATEV (EXTF 700, category 21, version 13) in Windows-1252: one row an amount between two accounts, debit (`S`) of the
 * first. Not final: the tax consultant may still change it.
 */
export function datevFile(data: JournalData): Uint8Array<ArrayBuffer> {
  const rows = entriesOf(data.rows).flatMap((entry) =>
    postingsOf(entry).map(({ cents, debit, credit }) => {
      const said: Readonly<Record<string, string>> = {
        'Umsatz (ohne Soll/Haben-Kz)': german(cents),
        'Soll/Haben-Kennzeichen': 'S',
        'WKZ Umsatz': data.currency,
        Konto: debit,
        'Gegenkonto (ohne BU-Schlüssel)': credit,
        Belegdatum: `${entry.day.slice(8)}${entry.day.slice(5, 7)}`,
        'Belegfeld 1': entryNumber(data, entry.entry),
        Buchungstext: shortText(entry.text),
        Festschreibung: '0',
      };
      return line(DATEV_COLUMNS.map((column) => ({ text: said[column] ?? '', quoted: TEXTS.has(column) })));
    }),
  );
  return windows1252(
    [line(header(data)), line(DATEV_COLUMNS.map((column) => digits(column))), ...rows].join(''),
  );
}

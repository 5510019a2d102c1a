import { readDay, type ReadDay } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { centsText, readAmount } from './amount';
import { checkCount, excerpt, FILE_LIMITS, tidy } from './limits';
import { readDetails } from './mt940-details';
import { balancesOf, sayBalance, settle, Statements } from './statements';
import type { BankFile } from './types';

/** A field of the message: `:61:` and what follows it, its lines kept apart. */
interface Field {
  tag: string;
  line: number;
  rows: string[];
}

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;

/** Splits a file into its messages, each a list of fields. A message begins with `:20:`. */
function messages(source: string): Field[][] {
  const found: Field[][] = [];
  let field: Field | null = null;
  source.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const row = raw.replace(/\p{Cc}/gu, '').trimEnd();
    const [, tag, rest] = TAG.exec(row.replace(/^\{1:.*\{4:(?=:|$)/, '')) ?? [];
    if (tag !== undefined) {
      field = { tag, line: index + 1, rows: [rest ?? ''] };
      if (tag === '20') found.push([]);
      found.at(-1)?.push(field);
    } else if (row === '-' || row.startsWith('-}') || row.startsWith('{')) field = null;
    else field?.rows.push(row);
  });
  return found;
}

const BALANCE = /^([DC])(\d{6})([A-Z]{3})([\d.,]{1,16})/;
/** Value date, entry day, sign with reversal, third letter of the currency, amount, kind, both references. */
const MOVEMENT = /^(\d{6})(\d{4})?(R?[DC])([A-Z])?([\d.,]{1,16})([A-Z][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/;

const signed = (mark: string, cents: number): number => {
  const credit = mark === 'C' || mark === 'RD';
  return credit || cents === 0 ? cents : -cents;
};

const century = (date: string): string => `${Number(date.slice(0, 2)) >= 80 ? '19' : '20'}${date}`;

function balance(field: Field | undefined): { cents: number; currency: string; day: ReadDay } | null {
  const [, mark = '', date = '', currency = '', digits = ''] = BALANCE.exec(field?.rows[0] ?? '') ?? [];
  const amount = readAmount(digits, ',');
  return amount.ok
    ? { cents: signed(mark, amount.cents), currency, day: readDay(century(date), 'ymd') }
    : null;
}

/** The entry day has no year: it is the one nearest to the value date, which may be last or next year's. */
function entryDay(value: string, entry: string) {
  const year = Number(value.slice(0, 4));
  const at = Date.parse(value);
  const choices = [year - 1, year, year + 1]
    .map((each) => readDay(`${each}${entry}`, 'ymd'))
    .filter((each) => each.ok)
    .sort((a, b) => Math.abs(Date.parse(a.on) - at) - Math.abs(Date.parse(b.on) - at));
  return choices[0] ?? readDay(`${year}${entry}`, 'ymd');
}

/**
 * Reads MT940, in the envelope of SWIFT or without, with structured and plain details.
 * @throws FileProblem when a message has no account or ends before its closing balance
 */
export function readMt940(source: string): BankFile {
  checkCount(source.split(/^:61:/m).length - 1);
  const file: BankFile = { statements: [], problems: [], leftOut: [] };
  const statements = new Statements();
  for (const fields of messages(source)) {
    const first = (pattern: RegExp) => fields.find(({ tag }) => pattern.test(tag));
    const account = tidy(first(/^25/)?.rows[0] ?? '');
    const opening = balance(first(/^60[FM]/));
    const closing = balance(first(/^62[FM]/));
    if (!account || !opening)
      throw new FileProblem('A statement in the file names no account or no opening balance.');
    if (!closing) throw new FileProblem('The file ends before its closing balance. Download it again.');
    const { currency } = opening;
    const statement = statements.of(account, currency);
    const movements: number[] = [];
    fields.forEach((field, index) => {
      if (field.tag !== '61') return;
      const { line } = field;
      const next = fields[index + 1];
      const details = readDetails(next?.tag === '86' ? next.rows : []);
      const source = excerpt([...field.rows, details.text].join(' '));
      const [, value = '', entry, mark = '', , digits = '', kind = '', own = '', bank = ''] =
        MOVEMENT.exec(field.rows[0] ?? '') ?? [];
      if (!value) {
        file.problems.push({ line, why: 'This movement is not written as MT940 has it.', source });
        return;
      }
      const amount = readAmount(digits, ',');
      if (amount.ok) movements.push(signed(mark, amount.cents));
      const valued = readDay(century(value), 'ymd');
      const booked = valued.ok && entry ? entryDay(valued.on, entry) : valued;
      if (!amount.ok || !valued.ok || !booked.ok) {
        const why = valued.ok ? (booked.ok ? (amount.ok ? '' : amount.why) : booked.why) : valued.why;
        file.problems.push({ line, why, source });
        return;
      }
      const reference = details.reference || tidy(own === 'NONREF' ? '' : own);
      statement.lines.push({
        line,
        bookedOn: booked.on,
        valueOn: valued.on,
        amount: centsText(signed(mark, amount.cents)),
        currency,
        text: (details.text || tidy(field.rows.slice(1).join(' '))).slice(0, FILE_LIMITS.text),
        counterparty: details.counterparty,
        reference,
        bankId: /^(NONREF)?$/.test(bank.trim()) ? '' : bank.trim(),
        kind: details.kind || kind,
      });
    });
    statement.balances.push(balancesOf(opening.cents, closing.cents, movements));
    // `62M` is where a page ends, not the statement.
    if (first(/^62F$/) && closing.day.ok) sayBalance(statement, closing.cents, closing.day.on);
  }
  file.statements = statements.all();
  if (file.statements.length === 0) throw new FileProblem('The file holds no statement.');
  settle(file.statements);
  return file;
}

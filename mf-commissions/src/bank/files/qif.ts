import { readDay } from '@paperplane/shared/domain';
import { FileProblem, provenOrder } from '@paperplane/shared/import/files';
import { centsText, decimalIn, readAmount } from './amount';
import { checkCount, CUT_OFF, excerpt, tidy } from './limits';
import { Statements } from './statements';
import type { BankFile, Notation, Statement } from './types';

/** The fields of one movement by their letter, and the line it begins in. */
interface Entry {
  line: number;
  fields: Map<string, string>;
  account: string | null;
  ended: boolean;
}

/** Lists that hold movements of money; the others are categories, classes, securities. */
const MONEY = /^!type:\s*(bank|cash|ccard|oth a|oth l)\b/i;

/** Splits a file into the entries of its accounts. Splits of an amount (S, E, $) repeat and are left out: the amount counts. */
function entries(source: string): Entry[] {
  const found: Entry[] = [];
  let list: 'money' | 'account' | 'other' = 'other';
  let account: string | null = null;
  let fields = new Map<string, string>();
  let begin = 0;
  const end = (ended: boolean) => {
    if (fields.size === 0) return;
    if (list === 'account') account = fields.get('N') ?? account;
    if (list === 'money') found.push({ line: begin, fields, account, ended });
    fields = new Map();
  };
  source.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const row = raw.trim();
    const letter = row.charAt(0);
    if (letter === '^') end(true);
    else if (letter === '!') {
      end(true);
      if (/^!account/i.test(row)) list = 'account';
      else if (/^!type/i.test(row)) list = MONEY.test(row) ? 'money' : 'other';
    } else if (letter !== '') {
      if (fields.size === 0) begin = index + 1;
      if (!fields.has(letter)) fields.set(letter, row.slice(1).trim());
    }
  });
  // The last mark may be missing, but not in the middle of a line.
  end(/[\r\n]\s*$/.test(source));
  return found;
}

/** @throws FileProblem when there are no movements of money in it */
function movements(source: string): Entry[] {
  const found = entries(source);
  if (found.length === 0) throw new FileProblem('The file holds no movements of a bank account.');
  return found;
}

const amountOf = ({ fields }: Entry): string => fields.get('T') ?? fields.get('U') ?? '';
const dayOf = ({ fields }: Entry): string => (fields.get('D') ?? '').replace(/'\s?/, '/').replace(/\s+/g, '');

/** How a file writes dates and amounts, as far as it proves it; QIF says neither. */
export function qifNotation(source: string): Notation {
  const found = movements(source);
  return { dates: provenOrder(found.map(dayOf)), decimal: decimalIn(found.map(amountOf)) };
}

/**
 * Reads QIF.
 * @param notation both of it answered
 * @param home the agency's currency, as in `readAmount`
 * @throws FileProblem when there are no movements of money in it
 */
export function readQif(source: string, { dates, decimal }: Notation, home?: string): BankFile {
  const found = movements(source);
  checkCount(found.length);
  const statements = new Statements();
  const file: BankFile = { statements: [], problems: [], leftOut: [] };
  for (const entry of found) {
    const { fields, line } = entry;
    const payee = tidy(fields.get('P') ?? '');
    const memo = tidy(fields.get('M') ?? '');
    const source = excerpt([dayOf(entry), amountOf(entry), payee, memo].join(', '));
    const statement: Statement = statements.of(entry.account, null);
    const booked = readDay(dayOf(entry), dates ?? 'mdy');
    const amount = readAmount(amountOf(entry), decimal ?? '.', home);
    if (!entry.ended) file.problems.push({ line, why: CUT_OFF, source });
    else if (/^opening balance$/i.test(payee))
      file.leftOut.push({ line, why: 'It is the opening balance.', source });
    else if (!booked.ok || !amount.ok)
      file.problems.push({ line, why: booked.ok ? (amount.ok ? '' : amount.why) : booked.why, source });
    else
      statement.lines.push({
        line,
        bookedOn: booked.on,
        valueOn: null,
        amount: centsText(amount.cents),
        currency: null,
        text: memo.startsWith(payee) ? memo : [payee, memo].filter(Boolean).join(' '),
        counterparty: payee,
        reference: tidy(fields.get('N') ?? ''),
        bankId: '',
        kind: '',
      });
  }
  file.statements = statements.all();
  return file;
}

import { looksLikeDay, readDay } from '@paperplane/shared/domain';
import { centsText, hasSign, readAmount, type ReadAmount } from '../amount';
import { checkCount, CUT_OFF, excerpt, FILE_LIMITS, NOT_BOOKED, tidy } from '../limits';
import { newestBalance, runningBalances, sayBalance, settle, Statements, type Running } from '../statements';
import type { BankFile, Problem } from '../types';
import type { Row } from './rows';
import { rowsBelow, type CsvReading } from './reading';
import { directionOf, isPending, type Role } from './roles';

const SUMMARY =
  /\b(totals?|balances?|sum|saldo|solde|kontostand|opening|closing|brought forward|carried forward)\b/i;
const FORMULA = /^=|^@\w+\(|^[+\-@]\w+\|/;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/;
const ACCOUNT = /\b(?:account|acct|konto|kontonummer|compte|cuenta)\b\D{0,20}?([\dXx*•.-]*\d{4})\b/i;

/** `="0012"` keeps zeros in Excel; it is the text inside. */
const cellText = (cell: string | undefined): string =>
  (cell ?? '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .trim();

/** An account that a bank's letter above the table names. */
function accountAbove(rows: readonly Row[], headerLine: number): string | null {
  for (const { cells } of rows.filter(({ line }) => line < headerLine)) {
    const text = cells.join(' ');
    const [iban] = IBAN.exec(text) ?? [];
    const [, number] = ACCOUNT.exec(text) ?? [];
    if (iban ?? number) return (iban ?? number ?? '').replace(/ /g, '');
  }
  return null;
}

/** Reads the cells of a line by their roles. */
class Cells {
  constructor(
    private readonly columns: readonly Role[],
    private readonly cells: readonly string[],
  ) {}

  of(role: Role): string {
    const index = this.columns.indexOf(role);
    return index < 0 ? '' : cellText(this.cells[index]);
  }

  joined(role: Role): string {
    const texts = this.columns.flatMap((each, index) => (each === role ? [cellText(this.cells[index])] : []));
    return texts.filter(Boolean).join(' ');
  }

  hasFormula(): boolean {
    return this.columns.some((role, index) => role !== '' && FORMULA.test(cellText(this.cells[index])));
  }
}

/** What the columns of money say as a whole. */
interface Signs {
  /** No amount has a sign, and a column of words says which way each went. */
  byWord: boolean;
  /** The column of money out has minus signs of its own. */
  outIsNegative: boolean;
}

function signsOf(columns: readonly Role[], body: readonly Row[], decimal: '.' | ','): Signs {
  const movements = body
    .map((row) => new Cells(columns, row.cells))
    .filter((cells) => looksLikeDay(cells.of('date')));
  const out = movements.flatMap((cells) => {
    const read = readAmount(cells.of('out'), decimal);
    return read.ok && read.cents !== 0 ? [read.cents] : [];
  });
  return {
    byWord: columns.includes('direction') && !movements.some((cells) => hasSign(cells.of('amount'))),
    outIsNegative: out.length > 0 && out.every((cents) => cents < 0),
  };
}

/** An amount as the word beside it says. A word that says neither is never guessed. */
function byWord(cents: number, word: string): ReadAmount {
  const way = directionOf(word);
  if (way !== null || cents === 0) return { ok: true, cents: way === 'out' && cents !== 0 ? -cents : cents };
  return {
    ok: false,
    why: word
      ? `“${excerpt(word)}” says neither money in nor money out.`
      : 'Nothing says whether this is money in or money out.',
  };
}

/** Signed cents of a line, or null where no column of money says anything. */
function amountOf(
  cells: Cells,
  decimal: '.' | ',',
  signs: Signs,
  currency: string | undefined,
): ReadAmount | null {
  const single = cells.of('amount');
  if (single !== '') {
    const read = readAmount(single, decimal, currency);
    return read.ok && signs.byWord ? byWord(read.cents, cells.of('direction')) : read;
  }
  const [out, into] = [cells.of('out'), cells.of('in')];
  const paid = out === '' ? null : readAmount(out, decimal, currency);
  const received = into === '' ? null : readAmount(into, decimal, currency);
  if (paid && !paid.ok) return paid;
  if (received && !received.ok) return received;
  if (!paid && !received) return null;
  if (paid && received && paid.cents !== 0 && received.cents !== 0)
    return { ok: false, why: 'This line has money in and money out.' };
  if (paid && paid.cents !== 0) return { ok: true, cents: signs.outIsNegative ? paid.cents : -paid.cents };
  return { ok: true, cents: received?.cents ?? 0 };
}

/**
 * Reads the lines of a CSV file.
 * @param reading complete: `readingProblem` has nothing to say
 * @param home the agency's currency, as in `readAmount`
 */
export function readCsv(rows: readonly Row[], reading: CsvReading, home?: string): BankFile {
  const { columns, headerLine } = reading;
  const [order, decimal] = [reading.dates ?? 'mdy', reading.decimal ?? '.'];
  const body = rowsBelow(rows, headerLine);
  checkCount(body.length);
  const file: BankFile = { statements: [], problems: [], leftOut: [] };
  const statements = new Statements();
  const above = accountAbove(rows, headerLine);
  const needed =
    1 + Math.max(...columns.map((role, index) => (['', 'balance', 'status'].includes(role) ? 0 : index)));
  const usual = Math.min(needed, headerLine > 0 ? columns.length : needed);
  const signs = signsOf(columns, body, decimal);
  const running = new Map<string, Running[]>();
  body.forEach((row, index) => {
    const { line } = row;
    const cells = new Cells(columns, row.cells);
    const source = excerpt(row.cells.filter((cell) => cell.trim()).join(', '));
    const day = cells.of('date');
    const amount = amountOf(cells, decimal, signs, home);
    const leave = (why: string) => void file.leftOut.push({ line, why, source });
    const refuse = (why: string, wrong?: Problem['wrong']) =>
      void file.problems.push({ line, why, source, ...(wrong && { wrong }) });
    if (isPending(cells.of('status')) || isPending(day))
      return void file.leftOut.push({ line, why: NOT_BOOKED, source, pending: true });
    const short = row.cells.length < usual;
    if (short && index === body.length - 1 && looksLikeDay(day)) return refuse(CUT_OFF);
    if (!looksLikeDay(day) && (!amount || SUMMARY.test(source)))
      return leave('It has no date and no movement.');
    if (amount === null) {
      if (SUMMARY.test(source) || cells.of('balance') !== '') return leave('It states a balance.');
      return refuse(short ? 'This line has fewer columns than the others.' : 'The amount is missing.');
    }
    if (cells.hasFormula()) return refuse('This line holds a formula of a spreadsheet.');
    const account = cells.of('account') || above;
    const currency = /^[A-Z]{3}$/.test(cells.of('currency')) ? cells.of('currency') : null;
    const balance = readAmount(cells.of('balance') || 'none', decimal);
    const booked = readDay(day, order);
    if (amount.ok && balance.ok) {
      const key = account ?? '';
      const rows = running.get(key) ?? [];
      running.set(key, rows);
      rows.push({ line, on: booked.ok ? booked.on : null, cents: amount.cents, balance: balance.cents });
    }
    if (!booked.ok) return refuse(booked.why, 'date');
    if (!amount.ok)
      return refuse(
        amount.why,
        readAmount(cells.of('amount') || 'none', decimal, home).ok ? 'direction' : 'amount',
      );
    const valued = readDay(cells.of('valueDate'), order);
    const counterparty = tidy(cells.of('counterparty'));
    const text = tidy(cells.joined('text'));
    statements.of(account, currency).lines.push({
      line,
      bookedOn: booked.on,
      valueOn: valued.ok ? valued.on : null,
      amount: centsText(amount.cents),
      currency,
      text: text || counterparty,
      counterparty,
      reference: tidy(cells.of('reference')),
      bankId: /^0*$/.test(cells.of('bankId')) ? '' : cells.of('bankId').slice(0, FILE_LIMITS.text),
      kind: tidy(cells.of('kind')),
    });
  });
  file.statements = statements.all();
  const movements = file.problems.length + file.statements.reduce((sum, { lines }) => sum + lines.length, 0);
  const isWhole = movements === [...running.values()].flat().length;
  for (const statement of file.statements) {
    const rows = running.get(statement.account ?? '') ?? [];
    const balances = runningBalances(rows);
    if (balances) statement.balances.push(balances);
    // A movement without a balance beside it may be a newer one.
    const newest = isWhole ? newestBalance(rows) : null;
    if (newest) sayBalance(statement, newest.cents, newest.on);
  }
  settle(file.statements);
  return file;
}

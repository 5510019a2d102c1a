import type { IsoDate } from '@paperplane/shared/domain';
import { centsText, textCents } from './amount';
import type { Balances, BankLine, Statement } from './types';

/** Collects movements by account: a file may hold several, and several statements of each. */
export class Statements {
  private readonly found = new Map<string, Statement>();

  /** The statement of an account; made when it is new. */
  of(account: string | null, currency: string | null, institution: string | null = null): Statement {
    const key = `${account ?? ''} ${currency ?? ''}`;
    let statement = this.found.get(key);
    if (!statement)
      this.found.set(
        key,
        (statement = { account, institution, currency, lines: [], balances: [], balance: null }),
      );
    return statement;
  }

  all(): Statement[] {
    return [...this.found.values()];
  }
}

/**
 * What a statement says it began and ended with, and whether its movements lead from one to the other.
 * @param opening in cents, as is `closing`
 * @param movements signed cents, those that could not be read but have an amount too
 */
export function balancesOf(opening: number, closing: number, movements: readonly number[]): Balances {
  const sum = movements.reduce((total, cents) => total + cents, opening);
  return { opening: centsText(opening), closing: centsText(closing), addsUp: sum === closing, wrongAt: null };
}

/** Takes a balance that the file says of an account, where it is none of a day before the one it has. */
export function sayBalance(statement: Statement, cents: number, on: IsoDate): void {
  if (statement.balance === null || on >= statement.balance.on)
    statement.balance = { amount: centsText(cents), on };
}

/** Ends the reading of a file's statements: what their lines and balances prove only together. */
export function settle(statements: readonly Statement[]): void {
  for (const statement of statements) {
    dropSharedIds(statement.lines);
    if (statement.balances.some(({ addsUp }) => !addsUp)) statement.balance = null;
  }
}

/** The balance after each movement, as some files give it beside the amount. */
export interface Running {
  line: number;
  /** null where its day cannot be read. */
  on: IsoDate | null;
  cents: number;
  balance: number;
}

/** The rows whose balance does not follow from the one before. */
const wrong = (ordered: readonly Running[]): Running[] =>
  ordered.filter((row, index) => {
    const before = ordered[index - 1];
    return before !== undefined && before.balance + row.cents !== row.balance;
  });

/**
 * Checks the balance that stands beside each movement, whether the newest stands first or last.
 * @returns null where there is none to check
 */
export function runningBalances(rows: readonly Running[]): Balances | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const [up, down] = [wrong(rows), wrong([...rows].reverse())];
  const upwards = up.length <= down.length;
  const [oldest, newest] = upwards ? [first, last] : [last, first];
  const faults = upwards ? up : down;
  return {
    opening: centsText(oldest.balance - oldest.cents),
    closing: centsText(newest.balance),
    addsUp: faults.length === 0,
    wrongAt: faults[0]?.line ?? null,
  };
}

/**
 * The balance after the newest movement, whether it stands first or last.
 * @param rows every movement of the account
 * @returns null where the balances do not follow, or both ends could be the newest
 */
export function newestBalance(rows: readonly Running[]): { cents: number; on: IsoDate } | null {
  const days = rows.flatMap(({ on }) => on ?? []).sort();
  const ends = [wrong(rows).length === 0 && rows.at(-1), wrong([...rows].reverse()).length === 0 && rows[0]];
  const [newest, other] = ends.flatMap((end) => (end && end.on === days.at(-1) ? [end] : []));
  if (!newest || newest.on === null || (other && other.balance !== newest.balance)) return null;
  return { cents: newest.balance, on: newest.on };
}

const content = ({ bookedOn, amount, text, counterparty, reference }: BankLine): string =>
  [bookedOn, amount, text, counterparty, reference].join('\u001f');

/**
 * Takes the bank's ids away from lines that share one although they are different movements: such an id says nothing.
 * The same movement twice under one id keeps it; `twins` tells the two apart.
 */
function dropSharedIds(lines: readonly BankLine[]): void {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const line of lines) {
    if (!line.bankId) continue;
    const known = first.get(line.bankId);
    if (known === undefined) first.set(line.bankId, content(line));
    else if (known !== content(line)) shared.add(line.bankId);
  }
  for (const line of lines) if (shared.has(line.bankId)) line.bankId = '';
}

/**
 * Numbers lines that are equal in all that identifies them: day, amount, texts and the bank's id. Two equal fees on a day are two, in every file
 * that holds the day, and the second of them is the same one in each.
 * @returns for each line its number among its equals, from 1
 */
export function twins(lines: readonly BankLine[]): number[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const key = `${content(line)}\u001f${line.bankId}`;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return number;
  });
}

/** Money in and out, in cents. */
export function turnover(lines: readonly BankLine[]): { in: number; out: number } {
  const total = { in: 0, out: 0 };
  for (const { amount } of lines) {
    const cents = textCents(amount);
    if (cents > 0) total.in += cents;
    else total.out -= cents;
  }
  return total;
}

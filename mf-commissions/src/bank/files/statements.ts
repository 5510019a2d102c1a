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
      this.found.set(key, (statement = { account, institution, currency, lines: [], balances: [] }));
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

/** The balance after each movement, as some files give it beside the amount. */
export interface Running {
  line: number;
  cents: number;
  balance: number;
}

/**
 * Checks the balance that stands beside each movement, whether the newest stands first or last.
 * @returns null where there is none to check
 */
export function runningBalances(rows: readonly Running[]): Balances | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return null;
  const wrong = (ordered: readonly Running[]) =>
    ordered.filter((row, index) => {
      const before = ordered[index - 1];
      return before !== undefined && before.balance + row.cents !== row.balance;
    });
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

const content = ({ bookedOn, amount, text, counterparty, reference }: BankLine): string =>
  [bookedOn, amount, text, counterparty, reference].join('\u001f');

/**
 * Takes the bank's ids away from lines that share one although they are different movements: such an id says nothing.
 * The same movement twice under one id keeps it; `twins` tells the two apart.
 */
export function dropSharedIds(lines: readonly BankLine[]): void {
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

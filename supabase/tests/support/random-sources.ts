import type { Random } from '../../seed/random';
import type { BankLine } from './bank';
import type { ProviderLine } from './bank-connections';
import { dayFromToday } from './bank-connections';

/** A line as it really is at the bank, and how each source tells it. */
export interface TrueLine {
  day: number;
  amount: string;
  provider: ProviderLine;
  /** In a file of each kind. */
  files: [BankLine, BankLine];
}

const PAYERS = ['ACME TOURS', 'BLUE FLEET', 'NORTHERN FJORD', 'SILK GATE', 'COBALT CRUISES', 'PIER HOTELS'];

const shuffled = <Item>(items: readonly Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Ids as providers have them: negative numbers, long texts, anything. */
const providerId = (random: Random): string =>
  random.pick([
    () => `-${random.between(1, 999_999_999)}`,
    () => `TRN-${random.uuid()}`,
    () => `${random.uuid()}${'é'.repeat(random.between(0, 200))}`,
    () => `${random.between(1, 9)}${random.between(100_000, 999_999)}`,
  ])();

/**
 * A month of a stranger's account: payers with and without references, a fee of every day, true twins, amounts that many lines share, texts
 * that every source writes otherwise, and a provider whose days are one off now and then. One payer pays the same amount on days so near
 * each other only where no source is off by a day: nobody could tell those apart.
 * @param days the first and the last, from today
 */
export function randomMonth(random: Random, [first, last]: readonly [number, number]): TrueLine[] {
  const lines: TrueLine[] = [];
  const add = (day: number, amount: string, words: string, reference: string, shift: number) => {
    const base = { amount, booked_on: dayFromToday(day), line: 0 };
    lines.push({
      day,
      amount,
      provider: {
        id: providerId(random),
        booked_on: dayFromToday(day + shift),
        amount,
        text: `${random.pick(['ACH DEPOSIT ', '', 'CCD '])}${words} ${reference}`.trim(),
      },
      files: [
        { ...base, text: `ORIG CO NAME:${words} INC ${reference}`.trim() },
        {
          ...base,
          text: words.toLowerCase(),
          counterparty: words,
          bank_id: `FIT${random.uuid()}`,
          ...(reference && { reference }),
        },
      ],
    });
  };
  const used = new Set<string>();
  for (let n = random.between(30, 60); n > 0; n -= 1) {
    const payer = random.pick(PAYERS);
    const amount = random.pick([
      '25.00',
      '100.00',
      '-14.00',
      `${random.between(10, 900)}.${random.between(10, 99)}`,
    ]);
    const day = random.between(first, last);
    const near = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((off) => `${payer} ${amount} ${day + off}`);
    if (near.some((key) => used.has(key))) continue;
    used.add(`${payer} ${amount} ${day}`);
    const shift =
      day === first || day === last ? 0 : random.weighted([0, 1, -1], (each) => (each === 0 ? 6 : 1));
    const reference = random.chance(0.5) ? `REF ${random.between(10_000, 99_999)}` : '';
    for (let twins = random.weighted([1, 2, 3], (count) => 8 - 2 * count); twins > 0; twins -= 1)
      add(day, amount, payer, reference, shift);
  }
  // Of every day, the same amount and text: none is another one.
  for (let day = first; day <= last; day += 1) add(day, '-3.50', 'DAILY SWEEP', '', 0);
  return shuffled(lines, random);
}

/** The lines of some days as a file of that kind, numbered, with equal ones counted. */
export function asFile(
  lines: readonly TrueLine[],
  kind: 0 | 1,
  [from, to]: readonly [number, number],
  random: Random,
): BankLine[] {
  const counted = new Map<string, number>();
  return shuffled(lines, random)
    .filter(({ day }) => day >= from && day <= to)
    .map(({ files }, n) => {
      const told = files[kind];
      const key = JSON.stringify([told.booked_on, told.amount, told.text, told.bank_id]);
      counted.set(key, (counted.get(key) ?? 0) + 1);
      return { ...told, line: n + 1, twin: counted.get(key) ?? 1 };
    });
}

/** What the provider answers: all it has, in any order; some ids change for good. */
export function asAnswer(lines: TrueLine[], random: Random): ProviderLine[] {
  if (random.chance(0.4))
    for (const line of lines)
      if (random.chance(0.3)) line.provider = { ...line.provider, id: providerId(random) };
  return shuffled(lines, random).map(({ provider }) => provider);
}

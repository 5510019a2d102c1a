import { readMoney } from './read-money';

/**
 * Amounts in every notation people use, written from a number that is known. Nothing here is shared with the reader: the text is built digit by digit, and
 * whether it can be read in two ways is told from the notation it was written in.
 */

const SEED = Number(process.env['PAPERPLANE_SEED'] ?? Date.now() % 2 ** 31);
const COUNT = 5000;

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Written {
  text: string;
  cents: number;
  /** The sign that separates thousands where it is the only one before three digits, which both notations read differently. */
  lone: string | null;
}

const GROUPS = {
  '.': ['', ',', ' ', '\u00a0', '\u202f', "'", '’'],
  ',': ['', '.', ' ', '\u00a0', '\u202f', "'", '’'],
};

function write(random: () => number, own: readonly string[]): Written {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const length = 1 + Math.floor(random() * 12);
  const drawn = Math.floor(random() * 10 ** length);
  // Whole amounts often: they are what two notations read differently.
  const cents = random() < 0.4 ? drawn - (drawn % 100) : drawn;
  const decimal = pick(['.', ','] as const);
  const group = pick(GROUPS[decimal]);
  const whole = String(Math.floor(cents / 100));
  let grouped = '';
  for (let at = 0; at < whole.length; at += 1) {
    if (at > 0 && (whole.length - at) % 3 === 0) grouped += group;
    grouped += whole[at];
  }
  const rest = cents % 100;
  const decimals =
    rest === 0
      ? pick(['', '', '.0', '.00'])
      : rest % 10 === 0
        ? pick([`.${rest / 10}`, `.${rest}`])
        : `.${String(rest).padStart(2, '0')}`;
  const number = grouped + decimals.replace('.', decimal);
  const groups = whole.length > 3 ? Math.floor((whole.length - 1) / 3) : 0;
  const lone = decimals === '' && groups === 1 && (group === '.' || group === ',') ? group : null;
  const mark = pick(own);
  const space = pick(['', ' ', '\u00a0']);
  const plus = pick(['', '', '', '+']);
  const text = pick([
    number,
    `${plus}${mark}${space}${number}`,
    `${number}${space}${mark}`,
    `${mark}${space}${plus}${number}`,
    ` ${number}${plus} `,
  ]);
  return { text, cents, lone };
}

it.each([
  ['USD', 'point', ['$', 'US$', 'USD']],
  ['EUR', 'comma', ['€', 'EUR']],
  ['GBP', 'point', ['£', 'GBP']],
  ['CHF', 'point', ['CHF', 'Fr.']],
  ['SEK', 'comma', ['kr', 'SEK']],
] as const)(
  `of ${COUNT} amounts in %s none is read as another one (seed ${SEED})`,
  (currency, notation, own) => {
    const random = randomFrom(SEED);
    const wrong: string[] = [];
    let refused = 0;
    for (let count = 0; count < COUNT; count += 1) {
      const { text, cents, lone } = write(random, own);
      const read = readMoney(text, { currency });
      // The agency's notation takes a lone separator of thousands for a decimal sign, with three decimals: refused, not guessed.
      const foreign = lone !== null && (lone === '.') === (notation === 'point');
      if (foreign ? read.ok || read.problem !== 'moneyDecimals' : !read.ok || read.value !== cents / 100)
        wrong.push(`${JSON.stringify(text)}: ${JSON.stringify(read)}, not ${cents / 100}`);
      if (foreign) refused += 1;
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(COUNT / 10);
  },
);

it(`refuses ${COUNT} amounts with the sign or code of another currency (seed ${SEED})`, () => {
  const random = randomFrom(SEED + 1);
  const others = ['$', '£', 'US$', 'CA$', 'USD', 'GBP', 'CHF', 'kr', '¥', '₹', 'R$', 'zł'];
  const read = Array.from({ length: COUNT }, () => {
    const other = others[Math.floor(random() * others.length)] as string;
    const { text } = write(random, ['']);
    const number = text.trim();
    const marked = random() < 0.5 ? `${other} ${number}` : `${number} ${other}`;
    return [marked, readMoney(marked, { currency: 'EUR' })] as const;
  });
  expect(read.filter(([, { ok }]) => ok)).toEqual([]);
  expect(read.every(([, each]) => !each.ok && each.problem === 'moneyOtherCurrency')).toBe(true);
});

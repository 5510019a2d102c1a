import type { DecimalSign } from './amount-grammar';

/** How an agency writes amounts: which sign stands before the decimals. */
export type AmountNotation = 'point' | 'comma';

/** Currencies of several countries, which a country cannot tell. */
const OF_NO_COUNTRY: Readonly<Record<string, AmountNotation>> = {
  EUR: 'comma',
  XAF: 'comma',
  XOF: 'comma',
  XPF: 'comma',
};

const notations = /* @__PURE__ */ new Map<string, AmountNotation>();

/**
 * How amounts in a currency are read where both readings are possible (docs/product/core.md, Money): as they are written where it is from, which the
 * first two letters of its code name. A comma in most countries that have the euro, a point where nothing is known.
 * @param currency ISO 4217
 */
export function notationOf(currency: string): AmountNotation {
  let known = notations.get(currency);
  if (!known) notations.set(currency, (known = OF_NO_COUNTRY[currency] ?? ofItsCountry(currency)));
  return known;
}

function ofItsCountry(currency: string): AmountNotation {
  try {
    const { language, region } = new Intl.Locale(`und-${currency.slice(0, 2)}`).maximize();
    return notationIn(`${language}-${region}`);
  } catch {
    return 'point';
  }
}

/** How numbers are written in a language: `de-DE` with a comma. @param language BCP 47; an unknown one has a point */
export function notationIn(language: string): AmountNotation {
  try {
    return new Intl.NumberFormat(language).format(1.5).includes(',') ? 'comma' : 'point';
  } catch {
    return 'point';
  }
}

/** The sign of a notation. */
export const decimalOf = (notation: AmountNotation): DecimalSign => (notation === 'comma' ? ',' : '.');

const written = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** The sign of a currency: `€`; its code where it has none. */
export const currencySign = (currency: string): string => written(currency, 'narrowSymbol');

/** A currency in words, for a sentence: `euros`, `US dollars`. */
export const currencyWords = (currency: string): string => written(currency, 'name');

/** Signs that people type and the browser does not know. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  USD: ['US$'],
  CAD: ['C$', 'CAN$'],
  AUD: ['AU$', 'A$'],
  NZD: ['NZ$'],
  CHF: ['Fr.', 'Fr', 'SFr.', 'SFr'],
  GBP: ['£', '₤'],
  JPY: ['¥', '￥', '円'],
  CNY: ['¥', '￥', '元', 'RMB'],
  SEK: ['kr', 'kr.'],
  NOK: ['kr', 'kr.'],
  DKK: ['kr', 'kr.'],
  PLN: ['zł'],
  CZK: ['Kč'],
  HUF: ['Ft'],
  EUR: ['Euro', 'Euros'],
};

const signs = /* @__PURE__ */ new Map<string, ReadonlySet<string>>();
let allSigns: ReadonlySet<string> | undefined;

/** What stands for a currency beside an amount, in small letters. */
function signsOf(currency: string): ReadonlySet<string> {
  let found = signs.get(currency);
  if (!found) {
    const all = [currency, written(currency, 'symbol'), currencySign(currency), ...(ALSO[currency] ?? [])];
    signs.set(currency, (found = new Set(all.map((sign) => sign.toLowerCase()))));
  }
  return found;
}

/** Whose a mark beside an amount is: the currency's own, another currency's, or no currency's at all. */
export function currencyOfMark(mark: string, currency: string): 'own' | 'other' | 'none' {
  const said = mark.toLowerCase();
  if (signsOf(currency).has(said)) return 'own';
  // Some dollar or pound, whosever.
  if (/\p{Sc}/u.test(mark)) return 'other';
  allSigns ??= new Set(Intl.supportedValuesOf('currency').flatMap((code) => [...signsOf(code)]));
  return allSigns.has(said) ? 'other' : 'none';
}

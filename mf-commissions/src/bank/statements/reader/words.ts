import { folded } from '../../files/csv/roles';

/** Heads of columns; they help where the content leaves more than one. */
const HEADS = {
  commission: /commission|comm\b|provision|courtage|due you|your share|payable|earned|vergutung/,
  amount: /amount|betrag|montant|importe|paid|payment|net\b|netto|total|summe|due\b|usd|eur|gbp/,
  /** What came now, where another column says what was due, or came before. */
  paidNow:
    /this (payment|remittance)|amount paid|commission paid|paid (now|amount)|current payment|auszahlung|remitted/,
  paidBefore: /previous|prior|already|to date|bisher/,
  gross:
    /gross|brutto|fare|price|sale|sold|revenue|reisepreis|booking (value|total|amount)|base|umsatz|package|cost/,
  rate: /rate|percent|\bpct\b|satz|level|taux/,
  booking:
    /booking|confirm|reserv|folio|voucher|\bpnr\b|locator|itinerary|buchung|vorgang|dossier|\btrip\b|\bfile\b/,
  reference: /\bref|\bno\b|number|nummer|\bnr\b|\bid\b/,
  /** References of the payment, not of what it pays. */
  ofPayment:
    /payment|check|cheque|remit|batch|invoice|agency|agent|iata|account|arc\b|zahlung|\bwire\b|statement|kunden|rechnung/,
  name: /name|guest|passenger|pax|travel|reisend|customer|client|kunde|gast|lead|party/,
  ofOthers: /agent|agency|advisor|ship|vessel|hotel|vendor|product|supplier|reiseburo|schiff/,
  day: /date|sail|depart|travel|check in|check out|datum|reise|\bfrom\b|\bto\b|start|end/,
} as const;

export type Head = keyof typeof HEADS;

/** Whether the head of a column says this. */
export const says = (head: string, what: Head): boolean => HEADS[what].test(folded(head));

const SUM =
  /^(sub ?total|(grand |page |report |statement |agency |commission |overall |running )*totals?\b|sum\b|summe|gesamt|zwischensumme|end(summe|betrag)|ubertrag|saldo|total(e|es)?\b|totaal|somme|suma|importe total|net\b|netto|gross (commission|amount|payment)|amount (due|paid|payable)|balance|(carried|brought) (forward|over)|payment (total|amount)|deposit|your payment|auszahlung|zahlbetrag|uberweisung)/;
/** A sum may be named behind other words: `LINES 9 TOTAL`. */
const SUM_BEHIND = /\b(total|totals|subtotal|summe|gesamt|net deposit|net payment)$/;
const FEE =
  /\b(fee|fees|charges?|gebuhr(en)?|bearbeitungsgebuhr|servicegebuhr|bankgebuhr|frais|spesen|withheld|withholding|deductions?|abzug|handling)\b|gebuhr/;

/** Whether the words of a row without a booking name a sum. */
export const isSum = (words: string): boolean => {
  const said = folded(words);
  return SUM.test(said) || SUM_BEHIND.test(said);
};

/** Whether the words of a row without a booking name what was kept back. */
export const isFee = (words: string): boolean => {
  const said = folded(words);
  return FEE.test(said) && !/^(net|netto|total|sub ?total|summe|gesamt|balance|amount)\b/.test(said);
};

/** Whether a cell could name a column: short, and of one of these meanings. */
const isHeadCell = (cell: string): boolean => {
  const said = folded(cell);
  return (
    cell.trim().length <= 32 &&
    said.split(' ').length <= 4 &&
    !/\d{3}/.test(said) &&
    (Object.keys(HEADS) as Head[]).some((what) => HEADS[what].test(said))
  );
};

/** Whether a row names the columns of a table: two of them at least, and more than half of what stands in it. */
export function isHeadRow(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell.trim() !== '');
  const heads = written.filter(isHeadCell).length;
  return heads >= 2 && heads * 2 > written.length && written.every((cell) => cell.trim().length <= 40);
}

import { tidy } from './limits';

/** What field 86 says. */
export interface Details {
  text: string;
  counterparty: string;
  reference: string;
  kind: string;
}

/** Full lines of 65 characters are broken anywhere; others end with a word. */
const joined = (rows: readonly string[]): string =>
  rows.reduce((whole, row) => whole + row + (row.length === 65 ? '' : ' '), '').trim();

/** Words of SEPA inside a purpose: `EREF+…SVWZ+…`. */
const SEPA = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|PURP|BREF)\+/;

function purpose(text: string): { text: string; reference: string } {
  if (!SEPA.test(text)) return { text: tidy(text), reference: '' };
  const parts = text.split(SEPA);
  const said = (word: string) => tidy(parts[parts.indexOf(word) + 1] ?? '');
  const has = (word: string) => parts.indexOf(word) % 2 === 1;
  const reference = has('EREF') ? said('EREF') : '';
  return {
    text: has('SVWZ') ? said('SVWZ') : tidy(parts.filter((_part, index) => index % 2 === 0).join(' ')),
    reference: reference === 'NOTPROVIDED' ? '' : reference,
  };
}

/** `166?00GUTSCHRIFT?20SVWZ+…?32NAME`: German banks; the mark may be another one. */
function numbered(details: string): Details | null {
  const [, code = '', mark] = /^(\d{3})?([?>~@])(?=\d{2})/.exec(details) ?? [];
  if (!mark) return null;
  const parts = new Map<string, string>();
  for (const part of details.slice(code.length).split(mark)) {
    const key = part.slice(0, 2);
    if (/^\d{2}$/.test(key)) parts.set(key, (parts.get(key) ?? '') + part.slice(2));
  }
  const range = (from: number, to: number) =>
    [...parts].filter(([key]) => Number(key) >= from && Number(key) <= to).map(([, text]) => text);
  const said = purpose([...range(20, 29), ...range(60, 63)].join(''));
  return {
    text: said.text || tidy(parts.get('00') ?? ''),
    reference: said.reference,
    counterparty: tidy(range(32, 33).join('')),
    kind: tidy(parts.get('00') ?? '') || code,
  };
}

/** `/EREF/…/REMI/…/NAME/…`: Dutch and Belgian banks. */
function slashed(details: string): Details | null {
  if (!/^\/[A-Z]{2,4}\//.test(details)) return null;
  const parts = new Map<string, string>();
  const found = details.split(
    /\/(CNTP|TRTP|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|PREF|TRCD|BENM|ORDP|RTRN|ADDR|KREF|ID|ISDT|ACCW|USTD|STRD)\//,
  );
  for (let index = 1; index < found.length; index += 2)
    parts.set(found[index] ?? '', (parts.get(found[index] ?? '') ?? '') + (found[index + 1] ?? ''));
  const said = (key: string) =>
    tidy((parts.get(key) ?? '').replace(/^(USTD|STRD)\/\//, '').replace(/^[/]+|[/]+$/g, ''));
  const reference = said('EREF');
  return {
    text: said('REMI') || said('USTD') || tidy(details),
    // Account, bank, name and city of the other side.
    counterparty: said('NAME') || tidy((parts.get('CNTP') ?? '').split('/')[2] ?? ''),
    reference: /^(NOTPROVIDED|NONREF)$/.test(reference) ? '' : reference,
    kind: said('TRTP') || said('TRCD'),
  };
}

/** Reads field 86 in the ways banks fill it; plain text where they do not say how. */
export function readDetails(rows: readonly string[]): Details {
  const dense = rows.join('');
  const plain = joined(rows);
  return numbered(dense) ?? slashed(dense) ?? { ...purpose(plain), counterparty: '', kind: '' };
}

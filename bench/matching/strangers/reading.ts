/** A reading of the bank files that shares nothing with how they are written: only what is needed to see that each line is there. */
export interface Read {
  day: string;
  cents: number;
}

function cells(text: string): string[][] {
  const rows: string[][] = [[]];
  let quoted = false;
  let now = '';
  for (let at = 0; at < text.length; at++) {
    const c = text[at] ?? '';
    if (quoted) {
      if (c !== '"') now += c;
      else if (text[at + 1] === '"') now += text[++at];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ',') now = (rows.at(-1)?.push(now), '');
    else if (c === '\n') {
      rows.at(-1)?.push(now);
      rows.push([]);
      now = '';
    } else if (c !== '\r') now += c;
  }
  rows.at(-1)?.push(now);
  return rows;
}

const cents = (text: string) => Math.round(Number(text.replace(/,/g, '')) * 100);

function iso(text: string, dayFirst: boolean): string {
  const [one = '', two = '', year = ''] = text.split('/');
  const [m, d] = dayFirst ? [two, one] : [one, two];
  return `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}

/** Day and amount of every transaction of a CSV, by the names of its columns, or of a file without any. */
export function readCsv(text: string): Read[] {
  const rows = cells(text);
  const at = rows.findIndex((row) => row.some((name) => /^(Posting |Transaction )?Date$/.test(name)));
  const head = rows[at] ?? [];
  const column = (name: RegExp) => head.findIndex((one) => name.test(one));
  const [day, amount, debit, credit] =
    at < 0 ? [0, 1, -1, -1] : [column(/Date$/), column(/^Amount$/), column(/^Debit/), column(/^Credit/)];
  const dayFirst = head.some((name) => /Sort Code|Memo/.test(name));
  return rows
    .slice(at + 1)
    .filter((row) => /\d\/\d/.test(row[day] ?? '') && !/^Beginning balance/.test(row[1] ?? ''))
    .map((row) => ({
      day: iso(row[day] ?? '', dayFirst),
      cents: amount >= 0 ? cents(row[amount] ?? '') : cents(row[credit] || '0') - cents(row[debit] || '0'),
    }));
}

/** The same of a CAMT.053. */
export function readCamt(text: string): Read[] {
  return [...text.matchAll(/<Ntry>(.*?)<\/Ntry>/gs)].map(([, entry = '']) => ({
    day: /<BookgDt><Dt>(.*?)<\/Dt>/.exec(entry)?.[1] ?? '',
    cents:
      cents(/<Amt Ccy="EUR">(.*?)<\/Amt>/.exec(entry)?.[1] ?? '') * (/<CdtDbtInd>DBIT/.test(entry) ? -1 : 1),
  }));
}

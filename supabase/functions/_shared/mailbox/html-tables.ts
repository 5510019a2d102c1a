/** A row of a table, as the reader of statements takes it. */
export interface TableRow {
  line: number;
  cells: string[];
}

const MOST_LETTERS = 2_000_000;
const MOST_ROWS = 5000;
const MOST_CELLS = 60;
const UNSHOWN = /^(script|style|head|title|template|noscript|svg|textarea|select)$/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  ndash: '–',
  mdash: '—',
  minus: '-',
};

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (name[0] !== '#') return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

interface Table {
  rows: string[][];
  /** A table in a cell: then this one only places things on the page. */
  holdsTables: boolean;
}

/** Reads tags one after the other; what is not closed in its order, as in most mails, does not matter. */
class TableReader {
  readonly done: Table[] = [];
  private readonly open: Table[] = [];
  private inCell = false;
  rows = 0;

  text(words: string): void {
    const row = this.open.at(-1)?.rows.at(-1);
    if (this.inCell && row && row.length > 0) row[row.length - 1] += words;
  }

  tag(name: string, closes: boolean): void {
    if (name === 'table') return closes ? this.endTable() : this.beginTable();
    if (name === 'tr') return this.row(closes);
    if (name === 'td' || name === 'th') return this.cell(closes);
    // Words in blocks do not run together.
    this.text(' ');
  }

  end(): void {
    while (this.open.length > 0) this.endTable();
  }

  private beginTable(): void {
    const outer = this.open.at(-1);
    if (outer) outer.holdsTables = true;
    this.open.push({ rows: [], holdsTables: false });
    this.inCell = false;
  }

  private endTable(): void {
    const table = this.open.pop();
    if (table) this.done.push(table);
    this.inCell = this.open.length > 0;
  }

  private row(closes: boolean): void {
    this.inCell = false;
    const table = this.open.at(-1);
    if (closes || !table) return;
    this.rows += 1;
    table.rows.push([]);
  }

  private cell(closes: boolean): void {
    const row = this.open.at(-1)?.rows.at(-1);
    this.inCell = !closes && row !== undefined && row.length < MOST_CELLS;
    if (this.inCell) row?.push('');
  }
}

/**
 * The rows of the tables in a mail's text: of those that hold no other table. Nothing of it is run or shown: letters are all that is taken. Null
 * where there is more than any statement has.
 */
export function rowsOfTables(html: string): TableRow[] | null {
  if (html.length > MOST_LETTERS) return null;
  const small = html.toLowerCase();
  const reader = new TableReader();
  /** Where an end stands, or the end of all. */
  const find = (end: string, from: number) => {
    const found = small.indexOf(end, from);
    return found < 0 ? html.length : found;
  };
  let at = 0;
  while (at < html.length && reader.rows <= MOST_ROWS) {
    const open = find('<', at);
    reader.text(html.slice(at, open));
    if (html.startsWith('<!--', open)) {
      at = find('-->', open + 4) + 3;
      continue;
    }
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(small.slice(open, open + 40)) ?? [];
    const close = find('>', open);
    at = slash === '' && UNSHOWN.test(name) ? find(`</${name}`, close) : close + 1;
    if (name !== '') reader.tag(name, slash !== '');
  }
  if (reader.rows > MOST_ROWS) return null;
  reader.end();
  return reader.done
    .filter(({ holdsTables }) => !holdsTables)
    .flatMap(({ rows }) => rows)
    .map((row) => row.map((cell) => decoded(cell).replace(/\s+/g, ' ').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells, index) => ({ line: index + 1, cells }));
}

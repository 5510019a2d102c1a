import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportEngine } from '../engine/engine';
import { FIELDS, fieldOf, type ImportKind } from '../rules/fields';
import { mappingProblem } from '../rules/mapping';
import { words } from '../rules/words';
import type { PresetId } from './preset';
import { PRESETS, presetOf } from './presets';
import { recognise } from './recognise';
import { staysBehind } from './stays-behind';

/** docs/product/imports.md, Moving in. */
// This window has no hashes of its own.
beforeAll(() =>
  Object.defineProperty(globalThis, 'crypto', {
    value: { subtle: { digest: () => Promise.resolve(new ArrayBuffer(32)) } },
  }),
);

const FIXTURES = join(__dirname, 'fixtures');
const KINDS = Object.keys(FIELDS) as ImportKind[];
const FILES = PRESETS.flatMap(({ id, files }) =>
  KINDS.filter((kind) => files[kind]).map((kind) => [id, kind] as const),
);

/** Opens a text as the page does, and reads it with the columns as they are proposed. */
async function open(kind: ImportKind, content: Uint8Array | string, from: PresetId | null = null) {
  const engine = new ImportEngine();
  const file = new File([''], 'file.csv');
  // This window's files cannot be read as a browser's.
  file.arrayBuffer = () => Promise.resolve(new Uint8Array(Buffer.from(content)).buffer);
  const opened = await engine.open(kind, file, 'USD', from);
  const columns = engine.guess(kind, opened.preset);
  const behind = staysBehind(kind, opened, { columns });
  const named = Object.fromEntries(opened.headers.map((header, index) => [header, columns[index]]));
  return { engine, opened, columns, named, behind };
}
const fixture = (id: PresetId, kind: ImportKind) => readFileSync(join(FIXTURES, `${id}-${kind}.csv`));

it('every kind of file of every preset has an example', () => {
  expect(readdirSync(FIXTURES).sort()).toEqual(FILES.map(([id, kind]) => `${id}-${kind}.csv`).sort());
});

it.each(FILES)('%s, %s: names lead to fields that there are, and each says one thing', (id, kind) => {
  const { takes = [], behind = {}, marks = [], words: told = {} } = presetOf(kind, id)?.files[kind] ?? {};
  const names = [...takes.map(([name]) => name), ...Object.values(behind).flat()].map(words);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(takes.filter(([, field]) => !fieldOf(kind, field))).toEqual([]);
  expect(marks.map(words).filter((mark) => !names.includes(mark))).toEqual([]);
  for (const [field, meanings] of Object.entries(told))
    for (const meaning of Object.values(meanings))
      expect(fieldOf(kind, field)?.choices).toHaveProperty(meaning);
});

// Holds imports-45
it.each(FILES)(
  '%s, %s: the example is read with nothing mapped by hand, and what stays behind is said',
  async (id, kind) => {
    const { opened, columns, behind } = await open(kind, fixture(id, kind), id);
    expect(opened.preset).toBe(id === 'spreadsheet' ? null : id);
    expect(mappingProblem(kind, columns)).toBeNull();
    const left = opened.headers.filter((_header, index) => !columns[index] && !opened.empty.includes(index));
    expect(behind.flatMap(({ headers }) => headers).sort()).toEqual(left.sort());
    expect(left).not.toHaveLength(0);
  },
);

// Holds imports-41
it.each<[PresetId, ImportKind]>([
  ['clientbase', 'customers'],
  ['clientbase', 'vendors'],
  ['clientbase', 'sales'],
  ['tess', 'customers'],
  ['tess', 'sales'],
  ['tern', 'customers'],
  ['tern', 'vendors'],
  ['tern', 'sales'],
])('%s is recognized by the columns of its %s, without being named', async (id, kind) => {
  expect((await open(kind, fixture(id, kind))).opened.preset).toBe(id);
});

// Holds imports-42
it('no other file is taken for one of them, and what was said gives way to what the names tell', async () => {
  const others = join(__dirname, '../fixtures');
  for (const name of readdirSync(others).filter((each) => /\.(csv|txt)$/.test(each)))
    expect((await open('sales', readFileSync(join(others, name)))).opened.preset).toBeNull();
  expect((await open('sales', fixture('spreadsheet', 'sales'), 'tern')).opened.preset).toBe('tern');
  expect((await open('sales', fixture('tess', 'sales'), 'tern')).opened.preset).toBe('tess');
  expect((await open('customers', 'Shoe,Hat\n1,2', 'tern')).opened.preset).toBeNull();
  // One name alone is chance; nobody recognizes anything in a plain spreadsheet.
  expect(recognise('sales', ['Operator', 'Client', 'Price'])).toBeNull();
  expect((await open('sales', fixture('tern', 'sales'), 'spreadsheet')).opened.preset).toBeNull();
});

// Holds imports-48
it('a traveler’s own name goes before the household’s, and the household’s where travelers have none', async () => {
  const { named } = await open('customers', fixture('clientbase', 'customers'));
  expect(named).toMatchObject({
    'TRAVELER/CONTACT.First Name': 'first_name',
    'PROFILE.First Name': '',
    'PRIMARYADDRTABLE.Zip Code': 'postal_code',
  });
  const bare = await open(
    'customers',
    'PROFILE.First Name,PROFILE.Last Name,TRAVELER/CONTACT.First Name\nVera,Lind,',
  );
  expect(bare.named).toMatchObject({ 'PROFILE.First Name': 'first_name', 'TRAVELER/CONTACT.First Name': '' });
  // With the table behind the field.
  const other = await open(
    'customers',
    'First Name  (PROFILE),Last Name  (PROFILE),Profile No  (PROFILE)\nVera,Lind,1',
  );
  expect(Object.values(other.named)).toEqual(['first_name', 'last_name', '']);
});

// Holds imports-46
it('a column that stays behind is said with its reason, is not guessed, and is silent when empty', async () => {
  const { behind } = await open('customers', fixture('tern', 'customers'));
  const passports = behind.find(({ why }) => why.startsWith('Passports'));
  expect(passports?.headers).toContain('Passport - Number');
  // Elsewhere an invoice's number may be all that tells a booking.
  const trams = await open('sales', 'Invoice Number,Vendor Status,Outside Agent\n1001,Open,Nora Quist');
  expect(trams.engine.guess('sales')[0]).toBe('booking_reference');
  expect(trams.named['Invoice Number']).toBe('');
  const empty = await open(
    'customers',
    'First Name,Last Name,Preferred First Name,Import ID\nVera,Lind,,C-1',
    'tern',
  );
  expect(empty.behind).toEqual([{ why: 'Paperplane has no field for this.', headers: ['Import ID'] }]);
});

// Holds imports-47
it('a name that the cells disprove is not believed, whatever the preset says', async () => {
  const { named } = await open(
    'sales',
    'Booking Supplier,Gross Sales,Confirmation Number,Booking Date\nNile,soon,A-1,2026-01-02',
    'tern',
  );
  expect(named).toMatchObject({
    'Booking Supplier': 'vendor',
    'Gross Sales': '',
    'Booking Date': 'sale_date',
  });
});

// Holds imports-49
it('the head is found below the lines of title that a report begins with, and its sums are no rows', async () => {
  const { opened } = await open('sales', fixture('clientbase', 'sales'));
  expect(opened).toMatchObject({ above: 2, rowCount: 2, leftOut: ['Total 3,850.00 546.50'] });
});

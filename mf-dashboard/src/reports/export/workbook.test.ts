import { readSheet } from 'read-excel-file/node';
import { FileEngine, type FileColumn, type FileValue } from './workbook';

const COLUMNS: FileColumn[] = [
  { label: 'Booking', kind: 'text' },
  { label: 'Date', kind: 'date' },
  { label: 'Total', kind: 'money' },
  { label: 'Sales', kind: 'count' },
];
const ROWS: FileValue[][] = [
  ['CR-1 & <b>"x"</b>', '2026-02-28', 1234.56, 3],
  ['=1+1', '1999-12-31', -0.01, 0],
  ['@SUM(A1)', null, 9_999_999_999.99, 100_000],
  ['+1 (646) 555', '2028-02-29', null, null],
  ['Zoë 日本 🛫', '2026-03-29', 0.1, 1],
];

const engineWith = (rows: FileValue[][]) => {
  const engine = new FileEngine();
  engine.start(COLUMNS);
  engine.add(rows);
  return engine;
};

// Holds reports-19
it('writes a workbook that another library reads back: numbers as numbers, days as days, no formulas', async () => {
  const blob = await engineWith(ROWS).xlsx('Sales: March/April [2026] with a long name');
  const read = await readSheet(Buffer.from(await blob.arrayBuffer()));
  const neutral = (text: FileValue) => (/^[=+@]/.test(String(text)) ? `'${text}` : text);
  expect(read).toEqual([
    COLUMNS.map(({ label }) => label),
    ...ROWS.map(([text, day, money, count]) => [
      neutral(text ?? null),
      day ? new Date(`${day}T00:00:00Z`) : null,
      money,
      count,
    ]),
  ]);
});

it('takes rows in parts, and writes them as CSV too', async () => {
  const engine = engineWith(ROWS.slice(0, 1));
  expect(engine.add(ROWS.slice(1, 2))).toBe(2);
  expect(await engine.csv().text()).toBe(
    'Booking,Date,Total,Sales\r\n"CR-1 & <b>""x""</b>",2026-02-28,1234.56,3\r\n\'=1+1,1999-12-31,-0.01,0\r\n',
  );
});

it('writes 100,000 rows', async () => {
  const many = Array.from({ length: 100_000 }, (_, n): FileValue[] => [`CR-${n}`, '2026-01-01', n / 100, n]);
  const blob = await engineWith(many).xlsx('Many');
  expect(blob.size).toBeGreaterThan(1_000_000);
}, 60_000);

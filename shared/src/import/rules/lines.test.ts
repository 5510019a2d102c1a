import { lineCommission, sumsOfLines, type SaleLine } from '../../domain';
import { ImportEngine } from '../engine/engine';
import { exampleOfSales } from '../example-sales';
import { explain, wrongIn } from '../run-import';
import { verdictsOf } from '../verdicts';
import { mappingProblem, type Mapping } from './mapping';

/** docs/product/imports.md, Lines of sales in a file: several rows are one sale. */
// This window has no hashes of its own.
beforeAll(() =>
  Object.defineProperty(globalThis, 'crypto', {
    value: { subtle: { digest: () => Promise.resolve(new ArrayBuffer(32)) } },
  }),
);

const HEAD =
  'Booking reference,Customer,Vendor,Sale date,Total,Commission,Line kind,Line text,Line amount,Commissionable,Line rate,Line commission';
/** A row of the sale F-1, or of another, with its line as six cells. */
const row = (line: string, of = 'F-1,Vera Lind,Fjordline,2026-03-01,,') => `${of},${line}`;

async function read(rows: readonly string[], head = HEAD, columns?: readonly string[]) {
  const engine = new ImportEngine();
  const bytes = new Uint8Array(Buffer.from([head, ...rows].join('\n'))).buffer;
  // This window's files cannot be read as a browser's.
  const file = new File([''], 'lines.csv');
  file.arrayBuffer = () => Promise.resolve(bytes);
  const { rowCount } = await engine.open('sales', file, 'USD');
  const mapping: Mapping = {
    columns: [...(columns ?? engine.guess('sales'))],
    dates: 'ymd',
    decimal: '.',
    words: {},
    same_email: 'skip',
  };
  return { engine, mapping, rowCount, portion: engine.portion('sales', mapping, 0, 100) };
}

// Holds imports-24
it('rows of one booking are one sale with its lines, wherever they stand', async () => {
  const { portion } = await read([
    row('fare,Balcony 6042,"6,980.00",yes,15,'),
    'S-2,Omar Haddad,Nile Boats,2026-03-02,500.00,50.00,,,,,,',
    row('Taxes and fees,,320,no,,'),
    row('Transfer,,96,yes,,12.00', ' f-1 ,VERA LIND,fjordline,2026-03-01,,'),
    row('Discount,Early bird,-100,yes,15,-15.00'),
    row('Planning fee,,150,,,'),
  ]);
  expect(portion.errors).toEqual([]);
  expect(portion.lineRows).toEqual({ 1: [1, 3, 4, 5, 6] });
  expect(portion.rows).toEqual([
    {
      row_number: 1,
      booking_reference: 'F-1',
      customer_first_name: 'Vera',
      customer_last_name: 'Lind',
      vendor: 'Fjordline',
      vendor_rate: 15,
      sale_date: '2026-03-01',
      lines: [
        { kind: 'fare', text: 'Balcony 6042', amount: 6980, earns: 'rate', rate: 15 },
        { kind: 'taxes', text: null, amount: 320, earns: 'nothing' },
        { kind: 'transfer', text: null, amount: 96, earns: 'amount', commission: 12 },
        // The amount is what the rate comes to: it is a rate.
        { kind: 'discount', text: 'Early bird', amount: -100, earns: 'rate', rate: 15 },
        { kind: 'service_fee', text: null, amount: 150, earns: 'nothing' },
      ],
    },
    // Says nothing of a line: as ever.
    {
      row_number: 2,
      booking_reference: 'S-2',
      customer_first_name: 'Omar',
      customer_last_name: 'Haddad',
      vendor: 'Nile Boats',
      vendor_rate: 10,
      sale_date: '2026-03-02',
      total_amount: 500,
      commission_amount: 50,
    },
  ]);
});

// Holds imports-28
it('an amount beside a rate that it is not holds to the cent; without a word of commission a line earns the usual rate', async () => {
  const { portion } = await read([row('air,,100,yes,10,12.34'), row('hotel,,100,yes,,'), row('tour,,50,,,')]);
  expect(portion.rows[0]?.['lines']).toEqual([
    { kind: 'air', text: null, amount: 100, earns: 'amount', commission: 12.34 },
    { kind: 'hotel', text: null, amount: 100, earns: 'rate' },
    { kind: 'tour', text: null, amount: 50, earns: 'nothing' },
  ]);
  const bare = await read(
    ['B-1,Vera Lind,Fjordline,2026-03-01,fare,900', 'B-1,Vera Lind,Fjordline,2026-03-01,taxes,90'],
    'Booking reference,Customer,Vendor,Sale date,Line kind,Line amount',
  );
  expect(bare.portion.rows[0]?.['lines']).toEqual([
    { kind: 'fare', text: null, amount: 900, earns: 'rate' },
    { kind: 'taxes', text: null, amount: 90, earns: 'nothing' },
  ]);
});

// Holds imports-26
it('what is the same for the whole sale has to be, and is missed or wrong at its row and column', async () => {
  const { portion, rowCount } = await read([
    row('fare,,900,yes,10,'),
    row('taxes,,90,,,', 'F-1,Vera Lind,Fjordline,2026-03-05,,'),
    row('taxes,,oops,,,', 'F-1,Vera Lund,Fjordline,2026-03-01,,'),
    row('fare,,100,yes,10,', 'G-1,Vera Lind,Fjordline,2026-03-01,100,10'),
    row('taxes,,,,,', 'G-1,Vera Lind,Fjordline,2026-03-01,,'),
    row('taxes,,10,yes,5,', 'H-1,Vera Lind,Fjordline,2026-03-01,,'),
    row('air,,10,no,5,', 'I-1,Vera Lind,Fjordline,2026-03-01,,'),
    row('air,,10,no,,', 'J-1,,,2026-03-01,,'),
  ]);
  const same = (text: string) => `Row 1 of this sale says “${text}”. All of its rows have to say the same.`;
  expect(portion.rows).toEqual([]);
  expect(portion.wrong).toBe(5);
  expect(portion.errors).toEqual([
    { row: 2, field: 'Sale date', message: same('2026-03-01') },
    { row: 3, field: 'Line amount', message: expect.any(String) },
    { row: 3, field: 'Customer', message: same('Vera Lind') },
    { row: 5, field: 'Line amount', message: 'Enter the amount of this line.' },
    { row: 6, field: 'Line rate', message: 'A line of this kind earns nothing from a vendor.' },
    { row: 7, field: 'Line rate', message: 'This line is not commissionable, and earns something.' },
    { row: 8, field: 'Vendor', message: expect.any(String) },
  ]);
  const outcome = { ...portion, added: 0, skips: [], adds: [], until: rowCount };
  expect(wrongIn(outcome)).toBe(5);
  const verdicts = verdictsOf(outcome, rowCount, 'USD');
  // Sales, not rows; what is wrong in a later row names it.
  expect(verdicts.map(({ line, verdict }) => [line, verdict])).toEqual(
    [1, 4, 6, 7, 8].map((line) => [line, 'broken']),
  );
  expect(verdicts[1]?.note).toBe('Row 5. Line amount: Enter the amount of this line.');
});

// Holds imports-27
it('what the database refuses of a line stands at its row', () => {
  const error = {
    rowNumber: 4,
    message: 'A discount is an amount below zero.',
    code: 'discount_not_negative',
    params: {},
  };
  const lineRows = { 4: [4, 6, 9] };
  expect(explain('sales', { ...error, field: 'lines.2.amount' }, lineRows)).toEqual({
    row: 9,
    field: 'Line amount',
    message: error.message,
  });
  expect(explain('sales', { ...error, field: 'lines.1' }, lineRows)).toMatchObject({ row: 6, field: '' });
  expect(explain('sales', { ...error, field: 'lines' }, lineRows)).toMatchObject({ row: 4, field: '' });
});

// Holds imports-25
it('a number of the sale tells its rows where the reference stands in the first alone', async () => {
  const { portion, mapping } = await read(
    [
      '1,F-1,Vera Lind,Fjordline,2026-03-01,fare,900',
      '1,,,,,taxes,90',
      '2,F-2,Vera Lind,Fjordline,2026-03-01,fare,1',
    ],
    'Sale number,Booking reference,Customer,Vendor,Sale date,Line kind,Line amount',
  );
  expect(mapping.columns[0]).toBe('sale_number');
  expect(portion.lineRows).toEqual({ 1: [1, 2], 3: [3] });
  expect(portion.rows.map(({ booking_reference: of, sale_number: number }) => [of, number])).toEqual([
    ['F-1', undefined],
    ['F-2', undefined],
  ]);
});

// Holds imports-32
it('names of lines say nothing in a file without amounts of lines', async () => {
  const { mapping, portion } = await read(
    [
      'F-1,Vera Lind,Fjordline,2026-03-01,900,Cabin 12,cruise',
      'F-1,Vera Lind,Fjordline,2026-03-01,900,Cabin 13,cruise',
    ],
    'Sale number,Customer,Vendor,Sale date,Total,Description,Item type',
  );
  expect(mapping.columns).toEqual([
    'booking_reference',
    'customer',
    'vendor',
    'sale_date',
    'total_amount',
    '',
    '',
  ]);
  // Each row is a sale, as ever; the database says that the second is there.
  expect(portion.rows).toHaveLength(2);
  expect(portion.lineRows).toEqual({});
});

it.each<[string[], string | null]>([
  [['line_amount', 'line_kind'], null],
  [['line_amount'], 'Choose the columns with: line kind.'],
  [['line_text'], 'Choose the columns with: line kind, line amount.'],
  [['total_amount'], null],
  [[], 'Choose the columns with: total.'],
])('with columns for %j what is missing is %j', (columns, problem) => {
  expect(mappingProblem('sales', ['booking_reference', 'customer', 'vendor', 'sale_date', ...columns])).toBe(
    problem,
  );
});

// Holds imports-35
it('the example comes in as it stands', async () => {
  const [head = '', ...rows] = exampleOfSales().trim().split('\r\n');
  const { mapping, portion } = await read(rows, head);
  expect(mapping.columns).not.toContain('');
  expect(portion.errors).toEqual([]);
  expect(
    portion.rows.map(({ booking_reference: of, lines }) => [of, (lines as object[] | undefined)?.length]),
  ).toEqual([
    ['FJ-2041', 4],
    ['H-7781', undefined],
  ]);
  // What the file says of the whole sale is what its lines come to.
  const [sale] = portion.rows;
  const sums = sumsOfLines(
    ((sale?.['lines'] ?? []) as SaleLine[]).map((line) => ({
      ...line,
      ...lineCommission(line, line.earns === 'rate' ? line.rate : line.commission),
    })),
  );
  expect([sale?.['total_amount'], sale?.['commission_amount']]).toEqual([sums.total, sums.commission]);
});

it('a portion holds whole sales, and the last one is the last', async () => {
  const { engine, mapping } = await read([
    row('fare,,1,no,,', 'A,Vera Lind,Fjordline,2026-03-01,,'),
    row('fare,,1,no,,', 'B,Vera Lind,Fjordline,2026-03-01,,'),
    row('fare,,1,no,,', 'A,Vera Lind,Fjordline,2026-03-01,,'),
    row('fare,,1,no,,', 'B,Vera Lind,Fjordline,2026-03-01,,'),
  ]);
  const first = engine.portion('sales', mapping, 0, 1);
  expect([first.next, first.lineRows]).toEqual([1, { 1: [1, 3] }]);
  const second = engine.portion('sales', mapping, 1, 1);
  expect([second.next, second.lineRows]).toEqual([null, { 2: [2, 4] }]);
});

import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderSignedIn } from '../../testing';
import { ImportEngine } from '../engine/engine';
import type { AddedSale } from '../import-api';
import { newNames } from '../new-names';
import type { Mapping } from '../rules/mapping';
import type { Outcome } from '../run-import';
import type { Import } from '../use-import';
import { CheckRows } from './check-rows';

/** docs/product/imports.md, Imports: what the check of a file shows. */
const FILE = [
  'Notes,Total,Client,Vendor,Date,Conf #,Table',
  ...Array.from({ length: 14 }, (_, n) => `note ${n},"1,250.5",Vera Lind,Nile Boats,03/04/2026,B-${n + 1}`),
  'last,oops,Vera Lind,Nile Boats,02/30/2026,B-15',
].join('\n');
const MAPPING: Mapping = {
  columns: ['notes', 'total_amount', 'customer', 'vendor', 'sale_date', 'booking_reference', ''],
  dates: 'mdy',
  decimal: '.',
  words: {},
  same_email: 'skip',
};
const sale = (rowNumber: number, more: Partial<AddedSale> = {}): AddedSale => ({
  rowNumber,
  customer: 'Vera Lind',
  vendor: 'Nile Boats',
  agent: 'Nora Quist',
  status: 'booked',
  commissionStatus: 'unpaid',
  commissionAmount: 100,
  lines: 0,
  totalAmount: 1250.5,
  makes: [],
  customerRow: null,
  vendorRow: 1,
  ...more,
});

// This window has no hashes of its own.
beforeAll(() =>
  Object.defineProperty(globalThis, 'crypto', {
    value: { subtle: { digest: () => Promise.resolve(new ArrayBuffer(32)) } },
  }),
);

async function show(outcome: Partial<Outcome> = {}) {
  const engine = new ImportEngine();
  // This window's files cannot be read as a browser's.
  const chosen = new File([FILE], 'sales.csv');
  chosen.arrayBuffer = () => Promise.resolve(new Uint8Array(Buffer.from(FILE)).buffer);
  const file = await engine.open('sales', chosen, 'USD');
  const look = (...asked: Parameters<ImportEngine['look']>) => Promise.resolve(engine.look(...asked));
  const work = {
    engine: () => ({ look }),
    busy: false,
    run: jest.fn(),
    back: jest.fn(),
    setTerms: jest.fn(),
  };
  const adds = Array.from({ length: 13 }, (_, n) => sale(n + 1, n === 0 ? { makes: ['vendor'] } : {}));
  const whole: Outcome = {
    added: 13,
    adds,
    skips: [{ rowNumber: 14, reason: 'booking', twin: { row: 3 } }],
    errors: [
      { row: 15, field: 'Total', message: 'Enter an amount.' },
      { row: 15, field: 'Sale date', message: 'There is no such day: 02/30/2026, month first.' },
    ],
    lineRows: {},
    until: 15,
    ...outcome,
  };
  renderSignedIn(
    <CheckRows
      kind="sales"
      stage={{
        step: 'check',
        file,
        mapping: MAPPING,
        outcome: whole,
        rates: { 'nile boats': 12.5 },
        terms: {},
      }}
      work={work as unknown as Import}
    />,
  );
  await act(async () => undefined);
  return work;
}
/** Rows that are shown now are asked for. */
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
const table = () => within(screen.getByRole('region', { name: 'Rows' }));
const texts = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent);

// Holds imports-2
it('shows broken rows first, then new ones, then those that are here, some of each', async () => {
  await show();
  const lines = table().getAllByRole('row').slice(1);
  expect(lines[0]).toHaveTextContent('Broken');
  expect(lines[0]).toHaveTextContent('Sale date: There is no such day: 02/30/2026, month first.');
  expect(lines[1]).toHaveTextContent('New');
  expect(lines).toHaveLength(1 + 10 + 1 + 1);
  expect(lines.at(-1)).toHaveTextContent('The same as row 3.');
  await press('3 more new rows');
  expect(table().getAllByRole('row')).toHaveLength(1 + 1 + 13 + 1);
  await press('Broken 1');
  expect(table().getAllByRole('row')).toHaveLength(2);
});

// Holds imports-3
it('shows names, dates and amounts before the rest, as they were understood, and marks what was not', async () => {
  await show();
  expect(texts(table().getAllByRole('columnheader'))).toEqual([
    'What will happen',
    'Row',
    'Customer',
    'Vendor',
    'Booking reference',
    'Sale date',
    'Total',
    'Notes',
  ]);
  const [, broken, first] = table().getAllByRole('row');
  expect(texts(within(first!).getAllByRole('cell')).slice(1, -1)).toEqual([
    '1',
    'Vera Lind',
    'Nile Boats',
    'B-1',
    'Mar 4, 2026',
    '$1,250.50',
    'note 0',
  ]);
  expect(within(broken!).getAllByText('02/30/2026')[0]).toHaveClass('wrong');
  expect(within(broken!).getAllByText('oops')[0]).toHaveClass('wrong');
});

// Holds imports-4
it('lists new vendors and customers, each with how many rows', async () => {
  const adds = [
    sale(1, { makes: ['vendor', 'customer'], customerRow: 1 }),
    sale(2, { customerRow: 1 }),
    sale(3, {
      customer: 'Omar Haddad',
      vendor: 'Nile Boast',
      makes: ['customer', 'vendor'],
      customerRow: 3,
      vendorRow: 3,
    }),
  ];
  await show({ added: 3, adds });
  expect(texts(within(screen.getByRole('list', { name: 'new vendors' })).getAllByRole('listitem'))).toEqual([
    expect.stringMatching(/^Nile Boats2 rows/),
    expect.stringMatching(/^Nile Boast1 row/),
  ]);
  expect(texts(within(screen.getByRole('list', { name: 'new customers' })).getAllByRole('listitem'))).toEqual(
    ['Vera Lind2 rows', 'Omar Haddad1 row'],
  );
  expect(screen.getByText('With 2 new customers and 2 new vendors')).toBeVisible();
});

it('says nothing of new names where everybody is known, and keeps namesakes apart', async () => {
  await show({ adds: [sale(1, { vendorRow: null })] });
  expect(screen.queryByText('New with these sales')).toBeNull();
  const [first, second] = newNames(
    [sale(1, { customerRow: 1 }), sale(2, { customerRow: 2 }), sale(3)],
    'customer',
  );
  expect([first, second]).toEqual([
    { row: 1, name: 'Vera Lind', rows: 1 },
    { row: 2, name: 'Vera Lind', rows: 1 },
  ]);
});

// Holds imports-17
it('names the columns that are not used', async () => {
  await show();
  expect(screen.getByText('Columns that are not imported: Table. What they hold is left out.')).toBeVisible();
});

// Holds imports-20
it('shows the usual rate of a new vendor, and asks when they pay', async () => {
  const work = await show({ added: 1, adds: [sale(1, { makes: ['vendor'] })] });
  expect(screen.getByText('Usual rate 12.5%')).toBeVisible();
  expect(screen.getByLabelText('Days of Nile Boats counted from')).toBeDisabled();
  fireEvent.change(screen.getByLabelText('Days until Nile Boats pays'), { target: { value: '30' } });
  expect(work.setTerms).toHaveBeenCalledWith({ 'nile boats': { days: 30, basis: 'departure' } });
});

it('imports what can be imported', async () => {
  const work = await show();
  await press('Import 13 sales');
  expect(work.run).toHaveBeenCalledTimes(1);
});

// Holds imports-23
it('imports nothing where everything is here', async () => {
  await show({ added: 0, adds: [] });
  expect(screen.getByRole('button', { name: 'Import 0 sales' })).toBeDisabled();
});

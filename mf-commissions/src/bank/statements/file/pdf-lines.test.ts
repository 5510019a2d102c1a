import { readRows } from '../reader/read-rows';
import { rowsOfPages, type Placed } from './pdf-lines';

/** A text as a page has it: six points a letter, ten high. @param right where it ends, for amounts */
const at = (y: number, x: number, text: string, right?: number): Placed => ({
  text,
  x: right === undefined ? x : right - text.length * 5,
  y,
  width: text.length * 5,
  height: 10,
});
const booking = (y: number, reference: string, name: string, amount: string): Placed[] => [
  at(y, 50, reference),
  at(y + 1, 150, name),
  at(y, 0, amount, 500),
];
const HEAD = (y: number) => [at(y, 50, 'Booking'), at(y, 150, 'Lead name'), at(y, 0, 'Due you', 500)];

const PAGES = [
  [
    at(800, 50, 'SILK GATE JOURNEYS'),
    at(780, 50, 'Harbour & Vale Travel, 14 Harbor Square, agency 20-4417'),
    ...HEAD(740),
    ...booking(720, 'TR-29911', 'SERRANO/M', '402.30'),
    ...booking(700, 'TR-29958', 'RICCI/P', '270.00'),
    // A currency's sign that stands for itself, and a reference in two pieces.
    at(680, 50, 'TR-'),
    at(680, 66, '28815'),
    at(680, 150, 'FERRARO/L'),
    at(680, 0, '$', 462),
    at(680, 0, '196.40', 500),
  ],
  [
    ...HEAD(800),
    ...booking(780, 'TR-30632', 'KOWALSKI/E', '-222.50'),
    at(740, 50, 'Total commission'),
    at(740, 0, '646.20', 500),
    at(720, 50, 'Less processing fee'),
    at(720, 0, '-6.46', 500),
    at(700, 50, 'NET DEPOSIT'),
    at(700, 0, '639.74', 500),
    at(660, 50, 'Paid within 5 working days.'),
  ],
];

test('lines of pages are read by where their texts stand', () => {
  const read = readRows(rowsOfPages(PAGES), { currency: 'USD' });
  expect(read.lines.map(({ reference, name, amount }) => [reference, name, amount])).toEqual([
    ['TR-29911', 'SERRANO/M', '402.30'],
    ['TR-29958', 'RICCI/P', '270.00'],
    ['TR-28815', 'FERRARO/L', '196.40'],
    ['TR-30632', 'KOWALSKI/E', '-222.50'],
  ]);
  expect(read.fees).toMatchObject([{ text: 'Less processing fee', amount: '6.46' }]);
  expect(read).toMatchObject({ total: 64_620, fee: 646, problems: [] });
  expect(read.leftOut.filter(({ why }) => why === 'sum').map(({ text }) => text)).toEqual([
    'Total commission 646.20',
    'NET DEPOSIT 639.74',
  ]);
});

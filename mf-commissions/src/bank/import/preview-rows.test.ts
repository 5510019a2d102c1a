import type { NumberedLine } from '../files/engine/engine';
import { balanceWords, leftOutWords, moneyOf, previewRows } from './preview-rows';

const line = (number: number, amount: string, twin = 1, text = `Line ${number}`): NumberedLine => ({
  line: number,
  bookedOn: '2027-01-29',
  valueOn: null,
  amount,
  currency: 'USD',
  text,
  counterparty: '',
  reference: '',
  bankId: '',
  kind: '',
  twin,
  cells: null,
});
const lines = [
  line(2, '100.00'),
  line(3, '-25.00', 1, 'FEE'),
  line(4, '-25.00', 2, 'FEE'),
  line(5, '7.10'),
  line(6, '8.20'),
];
const verdict = (
  number: number,
  what: 'new' | 'here' | 'broken',
  why: string | null = null,
  similar = false,
) => ({
  line: number,
  verdict: what,
  why,
  code: why && 'line_day_unknown',
  params: why && {},
  twin: false,
  similar,
});

it('puts broken lines first, then new ones with a word, new ones, and what is here', () => {
  const verdicts = [
    verdict(2, 'here'),
    verdict(3, 'new'),
    verdict(4, 'new'),
    verdict(5, 'broken', 'Too old.'),
    verdict(6, 'new'),
  ];
  const rows = previewRows(lines, [{ line: 7, why: 'There is no February 30.', source: '02/30' }], verdicts);
  expect(rows.map((row) => [row.line, row.verdict, row.note])).toEqual([
    [5, 'broken', 'Too old.'],
    [7, 'broken', 'There is no February 30.'],
    [3, 'new', 'Twice here, both are kept'],
    [4, 'new', 'Twice here, both are kept'],
    [6, 'new', ''],
    [2, 'here', ''],
  ]);
});

it('shows what stands in the columns of a line that could not be read, and which of it is wrong', () => {
  const problem = {
    line: 7,
    why: 'There is no February 30.',
    source: '02/30, CHECK',
    wrong: 'date' as const,
  };
  const [row] = previewRows([], [problem], null, [{ line: 7, cells: ['02/30', 'CHECK'] }]);
  expect(row).toMatchObject({ verdict: 'broken', cells: ['02/30', 'CHECK'], wrong: 'date', content: null });
});

it('takes every line of a new account for new, and says what another kind of file may have brought', () => {
  expect(previewRows(lines, [], null).every((row) => row.verdict === 'new')).toBe(true);
  const [row] = previewRows([line(2, '1.00')], [], [verdict(2, 'new', null, true)]);
  expect(row?.note).toBe('Like one from another kind of file');
});

it('sums money in and out to the cent', () => {
  expect(moneyOf(previewRows(lines, [], null), 'USD')).toBe('$115.30 in, $50.00 out');
});

it('says whether the balances of a file add up, and where they stop to', () => {
  const of = (balances: { opening: string; closing: string; addsUp: boolean; wrongAt: number | null }[]) =>
    balanceWords({ balances } as never, 'USD');
  const good = { opening: '10.00', closing: '12.50', addsUp: true, wrongAt: null };
  expect(of([])).toBeNull();
  expect(of([good, { ...good, closing: '20.00' }])).toEqual({
    addsUp: true,
    title: 'Add up',
    detail: '$10.00 to $20.00',
  });
  expect(of([good, { ...good, addsUp: false, wrongAt: 4 }])?.detail).toBe('From line 4 on');
  expect(of([{ ...good, addsUp: false }])).toEqual({
    addsUp: false,
    title: 'Do not add up',
    detail: 'A line may be missing',
  });
});

it('counts what is pending apart from what moves nothing', () => {
  const left = (pending?: true) => ({ line: 1, why: '', source: '', ...(pending && { pending }) });
  expect(leftOutWords([])).toEqual([]);
  expect(leftOutWords([left(true), left(), left(true)])).toEqual([
    '2 lines left out: they are pending, and a later file brings them booked.',
    '1 more line holds no booked movement: totals or balances.',
  ]);
});

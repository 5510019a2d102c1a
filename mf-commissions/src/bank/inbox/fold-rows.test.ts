import type { BankRow } from '../bank-types';
import { bankRow } from '../testing/bank-factories';
import { foldRows, sumOf } from './fold-rows';

const fee = (id: string, more: Partial<BankRow> = {}): BankRow =>
  bankRow({
    id,
    amount: -15,
    group: 'none',
    alike: { key: 'WIRE FEE', count: 3, amount: -60, firstOn: '2026-11-01', lastOn: '2026-11-04' },
    ...more,
  });
const ids = (rows: BankRow[], unfolded: string[] = []) =>
  foldRows(rows, new Set(unfolded)).map((fold) => fold.rows.map(({ id }) => id));

test('lines that are alike are one row, in the place of the first; all others stand for themselves', () => {
  const rows = [fee('a'), bankRow({ id: 'x' }), fee('b'), bankRow({ id: 'y' }), fee('c')];
  expect(ids(rows)).toEqual([['a', 'b', 'c'], ['x'], ['y']]);
  expect(sumOf(foldRows(rows, new Set()).slice(0, 1))).toBe(-45);
});

test('neither the other way, nor of another group, nor what was unfolded', () => {
  const rows = [fee('a'), fee('b', { amount: 15 }), fee('c', { group: 'review' }), fee('d')];
  expect(ids(rows)).toEqual([['a', 'd'], ['b'], ['c']]);
  expect(ids(rows, ['a'])).toEqual([['a'], ['b'], ['c'], ['d']]);
});

import { idOf } from '@paperplane/shared/testing';
import type { BankRow } from '../bank-types';
import { bankRow } from '../testing/bank-factories';
import { foldRows, sumOf } from './fold-rows';

const row = (id: string) => bankRow({ id: idOf(id) });
const fee = (id: string, more: Partial<BankRow> = {}): BankRow =>
  bankRow({
    id: idOf(id),
    amount: -15,
    group: 'none',
    alike: { key: 'WIRE FEE', count: 3, amount: -60, firstOn: '2026-11-01', lastOn: '2026-11-04' },
    ...more,
  });
const ids = (rows: BankRow[], unfolded: string[] = []) =>
  foldRows(rows, new Set(unfolded.map(idOf))).map((fold) => fold.rows.map(({ id }) => id));
const named = (...folds: string[][]) => folds.map((fold) => fold.map(idOf));

// Holds bank-82
test('lines that are alike are one row, in the place of the first; all others stand for themselves', () => {
  const rows = [fee('a'), row('x'), fee('b'), row('y'), fee('c')];
  expect(ids(rows)).toEqual(named(['a', 'b', 'c'], ['x'], ['y']));
  expect(sumOf(foldRows(rows, new Set()).slice(0, 1))).toBe(-45);
});

test('neither the other way, nor of another group, nor what was unfolded', () => {
  const rows = [fee('a'), fee('b', { amount: 15 }), fee('c', { group: 'review' }), fee('d')];
  expect(ids(rows)).toEqual(named(['a', 'd'], ['b'], ['c']));
  expect(ids(rows, ['a'])).toEqual(named(['a'], ['b'], ['c'], ['d']));
});

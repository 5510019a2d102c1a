import { idOf, shownOf } from '@paperplane/shared/testing';
import type { ComparedLine } from '../../bank-types';
import { contract } from '../contract';
import { bookingRows } from './booking-rows';

const { item } = contract.get_vendor_statement.answer.wrapped.entries.lines;

const line = (number: number | null, booking: string | null, amount: number | null, ours: number | null) =>
  shownOf(item, {
    kind: 'agrees',
    line: number,
    amount,
    ours,
    commission: booking === null ? null : { commissionId: idOf(booking), bookingReference: booking },
  });

const said = (lines: ComparedLine[]) =>
  bookingRows(lines).map(({ commission, amount, ours, differs, lines: own }) => [
    commission?.bookingReference,
    amount,
    ours,
    differs,
    own.map((each) => each.line),
  ]);

test('lines of one booking are one row, by their sum', () => {
  expect(
    said([line(1, 'ABC123', 50.1, 150.3), line(2, 'ABC456', 90, 80), line(3, 'ABC123', 100.2, 150.3)]),
  ).toEqual([
    ['ABC123', 150.3, 150.3, 0, [1, 3]],
    ['ABC456', 90, 80, 10, [2]],
  ]);
});

test('lines that name no booking stay apart, and what is not listed differs in nothing', () => {
  expect(said([line(1, null, 5, null), line(2, null, 5, null), line(null, 'ABC789', null, 70)])).toEqual([
    [undefined, 5, null, 5, [1]],
    [undefined, 5, null, 5, [2]],
    ['ABC789', null, 70, null, []],
  ]);
});

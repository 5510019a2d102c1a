import { movedIndex, useKeys } from '@paperplane/shared/ui';
import { formatMoneyExact } from '@paperplane/shared/domain';
import { fireEvent, render, screen } from '@testing-library/react';
import { bankPart, bankSuggestion } from '../testing/bank-factories';
import { howItDiffers, moreByChance } from '../workbench/suggestion-words';
import { reasonsLine, reasonText } from './bank-reasons';
import { markedPieces, recognisedFirst } from './marked-text';

test.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 2],
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
  [0, 1, 0, -1],
] as const)('from row %i by %i of %i rows to %i', (from, step, count, to) => {
  expect(movedIndex(from, step, count)).toBe(to);
});

test('marks that overlap are one, and letters are counted as the database counts them', () => {
  expect(
    markedPieces('✈️ ALDER CR1', [
      [9, 3],
      [3, 5],
      [4, 4],
    ]),
  ).toEqual([
    { text: '✈️ ', marked: false },
    { text: 'ALDER', marked: true },
    { text: ' ', marked: false },
    { text: 'CR1', marked: true },
  ]);
});

test('what was recognised stands first, in the order of its marks, and the rest behind', () => {
  const marks = [
    [26, 7],
    [0, 12],
  ] as const;
  expect(recognisedFirst('HALCYON LINE  REMIT 0129 (CR30984) +6', marks)).toEqual([
    { text: 'CR30984', marked: true },
    { text: 'HALCYON LINE', marked: true },
    { text: 'REMIT 0129 ( ) +6', marked: false },
  ]);
  expect(recognisedFirst('NOTHING KNOWN', [])).toEqual([{ text: 'NOTHING KNOWN', marked: false }]);
  expect(
    recognisedFirst('ALDER CR1', [
      [0, 9],
      [6, 3],
    ]),
  ).toEqual([{ text: 'ALDER CR1', marked: true }]);
});

function Screen({ onA, onSend }: { onA: () => void; onSend: () => void }) {
  useKeys({ a: onA, 'Mod+Enter': onSend });
  return <input aria-label="Amount" />;
}

test('keys belong to the screen, but not while something is typed; sending always', () => {
  const onA = jest.fn();
  const onSend = jest.fn();
  render(<Screen onA={onA} onSend={onSend} />);
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
  fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'a' });
  expect(onA).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(screen.getByLabelText('Amount'), { key: 'Enter', ctrlKey: true });
  expect(onSend).toHaveBeenCalledTimes(1);
});

const money = (amount: number) => `$${amount.toFixed(2)}`;
const reason = (code: string, weight: number, params: Record<string, unknown>) => ({
  code,
  weight,
  params,
  text: 'what is stored',
});

test('a suggestion says why, another one how it differs, and how many more there are', () => {
  const first = bankSuggestion([bankPart('CR-1'), bankPart('CR-2')], {
    reasons: [
      reason('sets', -1, { count: 7 }),
      reason('sum', 2, { count: 2 }),
      reason('reference', 3, { reference: 'CR-1' }),
    ],
  });
  const second = bankSuggestion([bankPart('CR-1'), bankPart('CR-3')], { rank: 2, difference: -45 });
  expect(reasonsLine(first, money)).toBe(
    '7 other sets add up, too · CR-1 stands in the text · 2 open commissions add up',
  );
  expect(howItDiffers(second, first, money)).toBe('CR-3 instead of CR-2; $45.00 short');
  expect(moreByChance([first, second])).toBe('6 other sets would add up, too, by chance.');
  expect(moreByChance([{ ...first, kind: 'short', reasons: [] }])).toBeNull();
});

// Holds bank-56
test.each([
  ['short', { amount: 12 }, '€12.00 less than expected'],
  ['over', { amount: 1012.5 }, '€1,012.50 more than expected'],
  ['statement_total', { amount: 940 }, 'Its total is €940.00'],
  ['reference', { reference: '12.00' }, '12.00 stands in the text'],
  ['of_a_later_version', { amount: 12 }, 'what is stored'],
])('an agency in euros reads its amounts in a reason (%s)', (code, params, read) => {
  const euros = (amount: number) => formatMoneyExact(amount, 'EUR');
  expect(reasonText(reason(code, -1, params), euros)).toBe(read);
  expect(reasonsLine({ reasons: [reason(code, -1, params)] }, euros)).toBe(read);
});

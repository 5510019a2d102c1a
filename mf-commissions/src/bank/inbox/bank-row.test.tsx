import { act, fireEvent, screen } from '@testing-library/react';
import { idOf, renderAt } from '@paperplane/shared/testing';
import type { BankRow as Row } from '../bank-types';
import { bankOther, bankPart, bankRow, bankSuggestion } from '../testing/bank-factories';
import { BankRow } from './bank-row';

const onSelect = jest.fn();
const onSetAsideAlike = jest.fn();
beforeEach(() => jest.clearAllMocks());

const show = (row: Partial<Row>) =>
  renderAt(
    <ol>
      <BankRow
        row={bankRow(row)}
        isCurrent={false}
        isLeaving={false}
        currency="USD"
        today="2026-11-24"
        showUnclaimed={false}
        onChoose={jest.fn()}
        onAccept={jest.fn()}
        isSelected={false}
        isQuiet={false}
        folded={0}
        onSelect={onSelect}
        onUnfold={jest.fn()}
        onSetAsideAlike={onSetAsideAlike}
      />
    </ol>,
  );

// Holds bank-57
test('the bank’s reference stands first, and in words where it is not the booking’s', () => {
  const text = 'CORAL LINE AGY COMM CR-26701';
  show({
    text,
    certainty: 'possible',
    marks: [
      [20, 8],
      [0, 10],
    ],
    suggestion: {
      ...bankSuggestion([bankPart('CR-26710')], {
        certainty: 'possible',
        reasons: [
          { code: 'bank_says', weight: -2, text: 'Bank says CR-26701', reference: 'CR-26701' },
          { code: 'amount', weight: 3, text: 'The amount is exact' },
        ],
      }),
      acceptable: false,
      partCount: 1,
    },
  });
  const link = screen.getByRole('link', { name: 'CR-26701 CORAL LINE AGY COMM' });
  expect(link).toHaveAttribute('title', text);
  const flag = screen.getByText('Bank says CR-26701');
  expect(flag).toHaveClass('bank-flag');
  expect(flag.querySelector('svg')).not.toBeNull();
  // Once, not among the reasons again.
  expect(screen.getByText('The amount is exact')).toBeInTheDocument();
});

test('what an admin has recorded as received says when', () => {
  show({
    suggestion: {
      ...bankSuggestion([bankPart('HT-30655')], {
        reasons: [{ code: 'recorded', weight: -2, text: 'Recorded as received on May 20' }],
      }),
      acceptable: true,
      partCount: 1,
    },
  });
  expect(screen.getAllByText('Recorded as received on May 20')).toHaveLength(1);
});

// Holds bank-60
test('of a lump whose bookings are open it is not said that nothing explains it', () => {
  const vendor = { id: idOf('v1'), name: 'Silk Gate', logoUrl: null };
  show({ status: 'open', group: 'none', vendor, lump: { bookings: 12, open: 41 } });
  expect(screen.getByText('12 bookings; 41 open with Silk Gate: add the statement')).toBeInTheDocument();
  show({ status: 'open', group: 'none', vendor, lump: { bookings: null, open: 41 } });
  expect(screen.getByText('41 open with Silk Gate: add the statement')).toBeInTheDocument();
  expect(screen.queryByText('No open commission explains it')).toBeNull();
  show({ status: 'open', group: 'none', vendor, lump: null });
  expect(screen.getByText('No open commission explains it')).toBeInTheDocument();
});

test('what was left unclaimed as a whole is not called matched', () => {
  show({
    status: 'matched',
    group: null,
    vendor: null,
    unclaimedAmount: 250,
    matched: { partCount: 0, at: null, by: 'Margaret Vale', parts: [], others: [] },
  });
  expect(screen.getByText('Unclaimed')).toBeInTheDocument();
  expect(screen.getByText('Left by Margaret Vale')).toBeInTheDocument();
  expect(screen.queryByText(/match/i)).toBeNull();
});

const ALIKE = { key: 'WIRE FEE', count: 3, amount: -60, firstOn: '2026-11-01', lastOn: '2026-11-04' };

test('of lines that are alike all are set aside by one button, which says how many and how much', () => {
  show({ text: 'WIRE FEE 1', amount: -15, status: 'open', group: 'none', vendor: null, alike: ALIKE });
  fireEvent.click(
    screen.getByRole('button', {
      name: 'Set aside this and 3 like it: −$60.00 to WIRE FEE 1 of Nov 1 – 4, 2026',
    }),
  );
  expect(onSetAsideAlike).toHaveBeenCalledTimes(1);
  expect(screen.getByText('4 alike')).toBeInTheDocument();
});

test('Shift and click selects a range and opens nothing; a click leads on', () => {
  show({ text: 'WIRE FEE 1' });
  const link = screen.getByRole('link', { name: 'WIRE FEE 1' });
  expect(fireEvent.click(link, { shiftKey: true })).toBe(false);
  expect(onSelect).toHaveBeenLastCalledWith(true);
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select WIRE FEE 1/ }));
  expect(onSelect).toHaveBeenLastCalledWith(false);
  expect(onSelect).toHaveBeenCalledTimes(2);
});

test('a finger that rests selects, and does not open; one that moves or lifts does not', () => {
  jest.useFakeTimers();
  show({ text: 'WIRE FEE 1' });
  const link = screen.getByRole('link', { name: 'WIRE FEE 1' });
  fireEvent.touchStart(link);
  fireEvent.touchMove(link);
  act(() => jest.advanceTimersByTime(2000));
  expect(onSelect).not.toHaveBeenCalled();
  fireEvent.touchStart(link);
  act(() => jest.advanceTimersByTime(600));
  fireEvent.touchEnd(link);
  expect(fireEvent.click(link)).toBe(false);
  expect(onSelect.mock.calls).toEqual([[false]]);
  jest.useRealTimers();
});

// Holds bank-47
test('what a vendor owes beside its bookings is named with its period, likely, and not accepted in the row', () => {
  show({ other: bankOther(), suggestion: null, group: 'review' });
  expect(screen.getByText('Volume bonus · Jan 1, 2025 to Dec 31, 2025')).toBeInTheDocument();
  expect(screen.getByText('Its vendor owes exactly this: open it to match')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
});

test('a matched row names the one bonus that it pays, and counts several as commissions', () => {
  const matched = { at: null, by: 'Margaret Vale', parts: [] };
  const { unmount } = show({
    status: 'matched',
    suggestion: null,
    matched: { ...matched, partCount: 1, others: [bankOther({ placed: 250 })] },
  });
  expect(screen.getByText('Volume bonus · Jan 1, 2025 to Dec 31, 2025')).toBeInTheDocument();
  unmount();
  show({
    status: 'matched',
    suggestion: null,
    matched: { ...matched, partCount: 3, parts: [bankPart('CR-1')], others: [bankOther()] },
  });
  expect(screen.getByText('3 commissions')).toBeInTheDocument();
});

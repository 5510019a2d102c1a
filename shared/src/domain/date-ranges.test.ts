import {
  addMonths,
  DATE_PRESETS,
  defaultRange,
  describeRange,
  orderRange,
  presetOf,
  presetRange,
  rangeInSentence,
  readRange,
  weekdayOf,
} from './date-ranges';

/** A Saturday: the last day of a week that began on Sunday. */
const today = '2026-11-21';

describe('presetRange', () => {
  // Holds core-21
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['thisWeek', '2026-11-15', '2026-11-21'],
    ['lastWeek', '2026-11-08', '2026-11-14'],
    ['thisMonth', '2026-11-01', '2026-11-30'],
    ['last30Days', '2026-10-23', '2026-11-21'],
    ['last90Days', '2026-08-24', '2026-11-21'],
    ['last365Days', '2025-11-22', '2026-11-21'],
    ['thisYear', '2026-01-01', '2026-12-31'],
  ] as const)('%s is %s to %s', (preset, start, end) => {
    expect(presetRange(preset, today)).toEqual({ start, end });
  });

  // Holds core-20
  it('begins a week on Sunday, also on a Sunday and over the turn of a year', () => {
    expect(weekdayOf('2026-11-22')).toBe(0);
    expect(presetRange('thisWeek', '2026-11-22')).toEqual({ start: '2026-11-22', end: '2026-11-28' });
    expect(presetRange('lastWeek', '2027-01-02')).toEqual({ start: '2026-12-20', end: '2026-12-26' });
    expect(presetRange('thisMonth', '2028-02-29')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-01');
  });

  it('is told from its dates again, each of them', () => {
    // On a Wednesday in the middle of a month no two presets are the same days.
    for (const preset of DATE_PRESETS) {
      expect(presetOf(presetRange(preset, '2026-11-18'), '2026-11-18')).toBe(preset);
    }
    expect(presetOf({ start: '2026-11-02', end: '2026-11-21' }, today)).toBeNull();
  });
});

// Holds dashboard-16
it('spans the last 365 days where the organization is, when nothing is set', () => {
  const now = new Date('2026-11-21T23:30:00Z');
  expect(defaultRange('UTC', now)).toEqual({ start: '2025-11-22', end: '2026-11-21' });
  expect(defaultRange('Asia/Tokyo', now)).toEqual({ start: '2025-11-23', end: '2026-11-22' });
});

it('swaps a start after the end, and leaves an open side alone', () => {
  expect(orderRange({ start: '2026-11-21', end: '2026-01-01' })).toEqual({
    start: '2026-01-01',
    end: '2026-11-21',
  });
  expect(orderRange({ start: '2026-11-21', end: null })).toEqual({ start: '2026-11-21', end: null });
});

it('reads a range from the address, whatever stands there', () => {
  expect(readRange('2026-11-21', '2026-01-01')).toEqual({ start: '2026-01-01', end: '2026-11-21' });
  expect(readRange('2026-02-30', 'yesterday')).toEqual({ start: null, end: null });
  expect(readRange('', '2026-01-01')).toEqual({ start: null, end: '2026-01-01' });
});

it.each([
  ['2026-08-24', '2026-11-21', 'Last 90 days', 'in the last 90 days'],
  ['2026-11-08', '2026-11-14', 'Last week', 'last week'],
  ['2026-11-21', '2026-11-21', 'Today', 'today'],
  ['2027-03-06', '2027-03-17', 'Mar 6 – 17, 2027', 'between Mar 6, 2027 and Mar 17, 2027'],
  ['2026-03-06', '2026-03-06', 'Mar 6, 2026', 'on Mar 6, 2026'],
  ['2026-03-06', null, 'Since Mar 6, 2026', 'since Mar 6, 2026'],
  [null, '2026-03-06', 'Until Mar 6, 2026', 'until Mar 6, 2026'],
  [null, null, null, null],
])('%s to %s reads %p', (start, end, label, sentence) => {
  expect(describeRange({ start, end }, today)).toBe(label);
  expect(rangeInSentence({ start, end }, today)).toBe(sentence);
});

import {
  addDays,
  daysUntil,
  describeDays,
  formatDate,
  formatDateRange,
  formatDateTime,
  formatDay,
  formatShortDate,
  describeLate,
  formatTime,
  formatWeekday,
  isIsoDate,
  today,
} from './dates';

describe('formatDate', () => {
  // Holds core-15, core-16
  it.each([
    ['2026-11-19', undefined, 'Nov 19, 2026'],
    ['2026-01-01', 'America/Los_Angeles', 'Jan 1, 2026'],
    ['2026-12-31', 'Pacific/Kiritimati', 'Dec 31, 2026'],
    ['2024-02-29', undefined, 'Feb 29, 2024'],
    ['2026-11-19T23:30:00Z', 'UTC', 'Nov 19, 2026'],
    ['2026-11-19T23:30:00Z', 'Europe/Vienna', 'Nov 20, 2026'],
    ['2026-11-19T23:30:00+00:00', 'America/New_York', 'Nov 19, 2026'],
    ['2026-02-30', undefined, 'N/A'],
    ['2026-13-01', undefined, 'N/A'],
    ['nonsense', undefined, 'N/A'],
    ['', undefined, 'N/A'],
    [null, undefined, 'N/A'],
    [undefined, undefined, 'N/A'],
  ])('%p in %p reads %s', (input, timeZone, text) => {
    expect(formatDate(input, timeZone)).toBe(text);
  });
});

it('formats the day, the weekday and the time', () => {
  expect(formatDay('2026-11-19')).toBe('Nov 19');
  expect(formatWeekday('2026-11-21')).toBe('Saturday, Nov 21');
  expect(formatTime('2026-11-19T14:14:00Z', 'UTC')).toBe('2:14 PM');
  expect(formatDay('x')).toBe('N/A');
  expect(formatTime(null)).toBe('N/A');
});

it.each([
  ['2026-01-01', '2026-11-21', undefined, 'Jan 1'],
  ['2025-12-31', '2026-11-21', undefined, 'Dec 31, 2025'],
  ['2027-01-01', '2026-11-21', undefined, 'Jan 1, 2027'],
  ['2026-01-01T02:00:00Z', '2026-11-21', 'America/New_York', 'Dec 31, 2025'],
  [null, '2026-11-21', undefined, 'N/A'],
])('says the year of %s only when it is not this one', (date, now, timeZone, expected) => {
  expect(formatShortDate(date, now, timeZone)).toBe(expected);
});

it.each([
  ['2026-11-20', '1 day late'],
  ['2026-10-22', '30 days late'],
  ['2026-10-21', '1 month late'],
  ['2026-09-22', '1 month late'],
  ['2025-09-10', '14 months late'],
  ['2024-11-22', '23 months late'],
  ['2024-11-21', '2 years late'],
  ['2016-11-22', '9 years late'],
])('what was due on %s is late for how long it is', (due, expected) => {
  expect(describeLate(due, '2026-11-21')).toBe(expected);
});

it('adds the year to a moment only when it is another one', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatDateTime('2026-11-19T14:14:00Z', 'UTC', now)).toBe('Nov 19, 2:14 PM');
  expect(formatDateTime('2025-11-19T14:14:00Z', 'UTC', now)).toBe('Nov 19, 2025, 2:14 PM');
  expect(formatDateTime('2026-01-01T04:00:00Z', 'America/New_York', now)).toBe('Dec 31, 2025, 11:00 PM');
  expect(formatDateTime('x', 'UTC', now)).toBe('N/A');
});

describe('formatDateRange', () => {
  it.each([
    ['2027-03-06', '2027-03-17', 'Mar 6 – 17, 2027'],
    ['2027-03-28', '2027-04-03', 'Mar 28 – Apr 3, 2027'],
    ['2026-12-20', '2027-01-04', 'Dec 20, 2026 – Jan 4, 2027'],
    ['2027-03-06', '2027-03-06', 'Mar 6, 2027'],
    ['2027-03-06', null, 'Mar 6, 2027'],
    [null, '2027-03-17', 'Mar 17, 2027'],
    [null, null, 'N/A'],
    ['2027-02-31', '2027-03-17', 'Mar 17, 2027'],
  ])('%p to %p reads %s', (start, end, text) => {
    expect(formatDateRange(start, end)).toBe(text);
  });
});

describe('today', () => {
  const moment = new Date('2026-11-21T23:30:00Z');
  it.each([
    ['UTC', '2026-11-21'],
    ['Europe/Vienna', '2026-11-22'],
    ['America/Los_Angeles', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-22'],
    ['Not/AZone', '2026-11-21'],
  ])('in %s is %s', (timeZone, date) => {
    expect(today(timeZone, moment)).toBe(date);
  });
});

it.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2027-01-12', '2026-11-21', 52],
  ['2026-11-20', '2026-11-21', -1],
  // Daylight saving begins in between; a calendar day is a day.
  ['2026-03-30', '2026-03-28', 2],
  ['x', '2026-11-21', null],
  [null, '2026-11-21', null],
])('%p is %p + %p days', (date, from, days) => {
  expect(daysUntil(date, from)).toBe(days);
});

it.each([
  [0, 'Today'],
  [1, 'Tomorrow'],
  [52, '52 days away'],
  [-1, 'Yesterday'],
  [-3, '3 days ago'],
])('%p days read %s', (days, text) => {
  expect(describeDays(days)).toBe(text);
});

it('adds days over months and years, and leaves alone what is no date', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addDays('x', 1)).toBe('x');
});

it('knows a calendar date', () => {
  expect(isIsoDate('2026-11-19')).toBe(true);
  expect(isIsoDate('2026-11-31')).toBe(false);
  expect(isIsoDate('2026-11-19T00:00:00Z')).toBe(false);
  expect(isIsoDate(5)).toBe(false);
});

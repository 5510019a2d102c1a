/** @jest-environment jsdom */
import type { Dashboard } from './dashboard';
import { askedRange } from './asked-range';
import { bucketLabels } from './bucket-labels';
import { joinedToday } from './joined-today';
import { sellsFirst } from './sells-first';
import { shortMoney } from '../chart/short-money';
import { othersOf } from './top-card';
import { COMMISSION_LINES, SALE_LINES, shownCommissionTrend, trendData } from './trends';

describe('askedRange', () => {
  const today = '2026-11-21';
  // Holds dashboard-17
  test.each([
    ['', '', null, null],
    ['2026-01-05', '2026-02-01', '2026-01-05', '2026-02-01'],
    ['2026-02-01', '2026-01-05', '2026-01-05', '2026-02-01'],
    ['2026-11-01', '', '2026-11-01', today],
    ['2026-12-24', '', today, '2026-12-24'],
    ['', '2024-12-31', '2024-01-02', '2024-12-31'],
    ['tomorrow', '2026-02-30', null, null],
  ])('from %j to %j is %j to %j', (from, to, start, end) => {
    expect(askedRange(from, to, today)).toEqual({ start, end });
  });
});

// docs/product/dashboard.md, Dashboard page
// Holds dashboard-3
test.each([
  ['this morning', '2026-11-24T08:00:00Z', true],
  ['this day of the agency, yesterday by UTC', '2026-11-23T23:30:00Z', true],
  ['the day before', '2026-11-23T22:00:00Z', false],
  ['nobody knows when', undefined, false],
])('an admin who joined %s is welcomed as new: %s', (_, joinedAt, isNew) => {
  const organization = { id: 'o', name: 'O', logoUrl: null, currency: 'USD', timeZone: 'Europe/Vienna' };
  const person = { organization, ...(joinedAt && { joinedAt }) };
  expect(joinedToday(person, new Date('2026-11-24T09:00:00Z'))).toBe(isNew);
});

// docs/product/dashboard.md, Dashboard page
// Holds dashboard-2
test.each([
  ['no sale, as the page opens', { total: { count: 0 } }, null, true],
  ['no sale in a chosen range', { total: { count: 0 } }, '2026-01-05', false],
  ['a sale', { total: { count: 1 } }, null, false],
  ['figures that failed', { error: true }, null, false],
  ['nothing yet', undefined, null, false],
])('who is welcomed as new: %s', (_, sales, start, isNew) => {
  expect(sellsFirst({ sales } as Dashboard, { start, end: start })).toBe(isNew);
});

test.each([
  ['hour', '2026-11-21T14:00', 'Nov 21, 2026, 2 PM', '2 PM'],
  ['hour', '2026-11-21T00:00', 'Nov 21, 2026, 12 AM', '12 AM'],
  ['day', '2024-02-29', 'Feb 29, 2024', 'Feb 29'],
  ['week', '2026-12-27', 'Week of Dec 27, 2026', 'Dec 27'],
  ['month', '2026-08-01', 'Aug 2026', 'Aug'],
] as const)('a %s that begins %s is called %s, on the axis %s', (bucket, label, full, tick) => {
  expect(bucketLabels(bucket, [label])).toMatchObject({ labels: [full], ticks: [tick] });
});

test.each([
  ['month', ['2025-12-01', '2026-01-01'], ['Dec 2025', 'Jan 2026']],
  ['week', ['2025-12-28', '2026-01-04'], ['Dec 28, 2025', 'Jan 4, 2026']],
  ['day', ['2025-12-31', '2026-01-01'], ['Dec 31, 2025', 'Jan 1, 2026']],
] as const)('an axis by the %s over two years says which', (bucket, labels, ticks) => {
  expect(bucketLabels(bucket, labels)).toMatchObject({ ticks });
});

test('whoever is not among the best is one of the others, and nobody twice', () => {
  const top = [
    { salesCount: 2, totalRevenue: 100.1 },
    { salesCount: 1, totalRevenue: 50.2 },
  ];
  expect(othersOf(top, { count: 7, amount: 180.4 })).toEqual({ count: 4, amount: 30.1 });
  expect(othersOf(top, { count: 3, amount: 150.3 })).toBeNull();
  expect(othersOf(top, undefined)).toBeNull();
});

test.each([
  [0, '$0'],
  [940, '$940'],
  [49_200, '$49.2k'],
  [180_000, '$180k'],
  [1_398_250, '$1.4M'],
  [1_934_000, '$1.93M'],
  [2_500_000_000, '$2.5B'],
])('%d is %s where there is little room', (amount, text) => {
  expect(shortMoney(amount, 'USD')).toBe(text);
});

it('keeps the currency', () => {
  expect(shortMoney(12_500, 'EUR')).toBe('€12.5k');
});

it('puts the statuses of a trend into the order of its lines', () => {
  const trend = { labels: ['2026-08-01'], booked: [1], paid: [2], cancelled: [3] };
  expect(
    trendData(trend, SALE_LINES, {
      bucket: 'month',
      start: '2026-08-01',
      end: '2026-08-31',
      today: '2026-11-21',
    }),
  ).toEqual({
    head: 'Month',
    labels: ['Aug 2026'],
    ticks: ['Aug'],
    partial: {},
    values: [[2], [1], [3]],
  });
});

it.each([
  [true, [10, 20, 3, 40]],
  [false, [1, 2, 3, 4]],
])('draws commissions as their cards count them (admin: %s)', (isAdmin, sums) => {
  const shown = shownCommissionTrend(
    {
      labels: ['2026-08-01'],
      unpaid: [10],
      fundsReceived: [20],
      agentPaid: [30],
      cancelled: [40],
      agent: { unpaid: [1], fundsReceived: [2], agentPaid: [3], cancelled: [4] },
    },
    isAdmin,
  );
  expect([shown.unpaid, shown.fundsReceived, shown.agentPaid, shown.cancelled].flat()).toEqual(sums);
});

test.each([
  ['sales', SALE_LINES],
  ['commissions', COMMISSION_LINES],
])('no two lines of %s differ by their colour alone', (_name, lines) => {
  const marks = lines.map(({ dash, area }) => `${dash} ${area}`);
  expect(new Set(marks).size).toBe(lines.length);
});

import { notificationTime } from './time-display';

const now = new Date('2026-11-21T12:00:00Z');

// Holds notifications-7
it.each([
  ['2026-11-21T11:59:00Z', '11:59 AM'],
  ['2026-11-20T12:00:01Z', '12:00 PM'],
  ['2026-11-20T12:00:00Z', 'Yesterday'],
  ['2026-11-19T12:00:01Z', 'Yesterday'],
  ['2026-11-19T12:00:00Z', 'Nov 19, 2026'],
  ['nonsense', 'N/A'],
  [null, 'N/A'],
])('a notification of %p reads %s', (createdAt, text) => {
  expect(notificationTime(createdAt, now, 'UTC')).toBe(text);
});

import { defaultRange } from './range';

it('ends today, where the organization is, and spans 365 days', () => {
  const now = new Date('2026-11-21T23:30:00Z');
  expect(defaultRange('UTC', now)).toEqual({ start: '2025-11-22', end: '2026-11-21' });
  expect(defaultRange('Asia/Tokyo', now)).toEqual({ start: '2025-11-23', end: '2026-11-22' });
});

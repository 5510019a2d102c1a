import { formatDate } from './dates';
import { groupThousands } from './group-thousands';
import { LIMITS } from './limits';
import { MESSAGES, tooLong } from './messages';

describe('messages made without the browser’s formats', () => {
  it('name the limits as the app shows them', () => {
    expect(MESSAGES.dateRange).toBe(
      `Enter a date between ${formatDate(LIMITS.dateMin)} and ${formatDate(LIMITS.dateMax)}.`,
    );
    expect(tooLong(5000)).toBe('Use at most 5,000 characters.');
  });

  it.each([0, 12, 999, 1000, 50_000, 1_234_567, 9_999_999_999.99])('group %p as the browser does', (value) =>
    expect(groupThousands(value)).toBe(value.toLocaleString('en-US')),
  );
});

import { formatDate } from './dates';
import { groupThousands } from './group-thousands';
import { LIMITS } from './limits';
import { MESSAGES, tooLong } from './messages';
import { formatMoney } from './money';

describe('messages made without the browser’s formats', () => {
  it('name the limits as the app shows them', () => {
    expect(MESSAGES.dateRange).toBe(
      `Enter a date between ${formatDate(LIMITS.dateMin)} and ${formatDate(LIMITS.dateMax)}.`,
    );
    expect(MESSAGES.moneyTooLarge).toBe(
      `Enter an amount of at most ${formatMoney(LIMITS.amountMax, { cents: true })}.`,
    );
    expect(tooLong(5000)).toBe('Use at most 5,000 characters.');
  });

  it.each([0, 12, 999, 1000, 50_000, 1_234_567, 9_999_999_999.99])('group %p as the browser does', (value) =>
    expect(groupThousands(value)).toBe(value.toLocaleString('en-US')),
  );
});

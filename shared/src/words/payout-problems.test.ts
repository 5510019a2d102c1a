import { failureText, problemText } from './payout-problems';

const HELD = { booking_reference: 'CR-1', code: 'held', params: {} };

test.each([
  ['held', {}, 'Held meanwhile'],
  ['share_changed', { amount: 1234.5 }, 'The agent’s share is 1,234.50 now'],
  ['of_a_later_version', {}, 'As written'],
  [undefined, undefined, 'As written'],
])('why a commission cannot be paid: %s', (code, params, words) => {
  expect(problemText(code, params, 'As written')).toBe(words);
});

test.each([
  [
    { code: 'commissions_unpayable', params: { count: 1, problems: [HELD] } },
    '1 commission cannot be paid any more: CR-1 (Held meanwhile)',
  ],
  [
    {
      code: 'commissions_unpayable',
      params: { count: 1200, problems: Array.from({ length: 16 }, () => HELD) },
    },
    `1,200 commissions cannot be paid any more: ${Array.from({ length: 16 }, () => 'CR-1 (Held meanwhile)')
      .join(', ')
      .slice(0, 300)}`,
  ],
  [
    {
      code: 'commissions_unpayable',
      params: { count: 1, problems: [{ ...HELD, code: 'of_a_later_version' }] },
    },
    'As written',
  ],
  [{ code: 'not_recorded', params: { error: 'No room' } }, 'It could not be recorded: No room'],
  [{ code: 'of_a_later_version', params: {} }, 'As written'],
  [null, 'As written'],
])('why a payout was not paid: %j', (failure, words) => {
  expect(failureText(failure, 'As written')).toBe(words);
});

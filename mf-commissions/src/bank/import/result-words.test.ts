import { groupSums, waiting } from './result-words';

const sum = (count: number, amountIn = 0, amountOut = 0) => ({
  count,
  amount: amountIn - amountOut,
  amountIn,
  amountOut,
});

it('adds what waits for a look, and leaves out what is nobody', () => {
  const { open, sums } = groupSums({ certain: sum(2, 30), review: sum(1, 5), none: sum(3, 7, 4) });
  expect(open).toBe(6);
  expect(sums).toEqual([
    { name: 'certain', sum: sum(2, 30) },
    { name: 'look', sum: sum(4, 12, 4) },
  ]);
});

it.each([
  [
    { certain: sum(11), review: sum(8), set_aside: sum(12) },
    '19 wait for you, 11 of them certain. 12 were set aside, as you did before.',
  ],
  [{ none: sum(1) }, '1 waits for you.'],
  [{ matched: sum(1) }, '1 was matched.'],
  [{}, 'Nothing new waits for you.'],
])('says what waits', (groups, words) => {
  expect(waiting(groups)).toBe(words);
});

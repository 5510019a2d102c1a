import { splitText } from './divided-split';

// Holds agreements-42
it.each([
  [70, [], '70%'],
  [70, null, '70%'],
  [
    74,
    [
      { split: 70, weight: 600 },
      { split: 80, weight: 400 },
    ],
    '70% of $600.00, 80% of $400.00',
  ],
  // By sales booked the weights are of the sale, not of its commission.
  [
    73.33,
    [
      { split: 70, weight: 20_000 },
      { split: 80, weight: 10_000 },
    ],
    '70% of $666.67, 80% of $333.33',
  ],
  // A discount takes off.
  [
    69,
    [
      { split: 70, weight: 1100 },
      { split: 80, weight: -100 },
    ],
    '70% of $1,100.00, 80% of -$100.00',
  ],
])('%p of %j reads %s', (split, parts, text) => {
  expect(splitText(split, parts, 1000, 'USD')).toBe(text);
});

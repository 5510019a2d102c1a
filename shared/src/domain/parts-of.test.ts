import { partsOf } from './parts-of';

it.each([
  [100.01, [3334, 3333, 3333], [33.35, 33.33, 33.33]],
  [0.01, [5000, 5000], [0.01, 0]],
  [1320.2, [6000, 4000], [792.12, 528.08]],
  [9999999999.99, [1, 9999], [1000000, 9998999999.99]],
])('%p by %p is %p', (amount, hundredths, parts) => {
  expect(partsOf(amount, hundredths)).toEqual(parts);
});

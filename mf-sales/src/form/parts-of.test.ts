import { centsOfPercent } from './parts-of';

it.each([
  ['12.5', 1250],
  ['', 0],
  ['x', 0],
])('%p is %p hundredths', (text, hundredths) => {
  expect(centsOfPercent(text)).toBe(hundredths);
});

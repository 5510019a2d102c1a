import { endsSoon, latestExpiry, leftText, usedText } from './key-words';

it.each([
  ['2028-02-03', 'in 12 months', false],
  ['2027-08-31', 'in 6 months', false],
  ['2027-04-02', 'in 58 days', false],
  ['2027-03-06', 'in 31 days', false],
  ['2027-03-05', 'in 30 days', true],
  ['2027-02-04', 'in 1 day', true],
  ['2027-02-03', 'today', true],
  ['2027-02-02', null, false],
])('a key that works until %s ends %s', (expiresOn, text, soon) => {
  expect(leftText(expiresOn, '2027-02-03')).toBe(text);
  expect(endsSoon(expiresOn, '2027-02-03')).toBe(soon);
});

it.each([
  ['2027-02-03T14:06:00Z', 'Today, 3:06 PM'],
  // Still yesterday where the agency is.
  ['2027-02-02T22:59:00Z', 'Yesterday, 11:59 PM'],
  ['2027-01-29T17:40:00Z', 'Jan 29, 6:40 PM'],
])('used at %s reads %s', (usedAt, text) =>
  expect(usedText(usedAt, 'Europe/Berlin', new Date('2027-02-03T20:00:00Z'))).toBe(text),
);

it('the last day to choose is two years away, also from a leap day', () => {
  expect(latestExpiry('2027-02-03')).toBe('2029-02-03');
  expect(latestExpiry('2028-02-29')).toBe('2030-02-28');
});

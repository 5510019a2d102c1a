import { expiryOf, sizeText, visibilityText } from './document';

test.each([
  [1, '1 KB'],
  [640 * 1024, '640 KB'],
  [1.2 * 1024 * 1024, '1.2 MB'],
  [25 * 1024 * 1024, '25 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  ['2027-01-30', 'late', 'expired 4 days ago'],
  ['2027-02-02', 'late', 'expired 1 day ago'],
  ['2027-02-03', 'soon', 'today'],
  ['2027-02-04', 'soon', 'in 1 day'],
  ['2027-04-04', 'soon', 'in 60 days'],
  ['2027-04-05', 'far', null],
])('on Feb 3 the expiry of %s is %s: %s', (expiresOn, tone, text) => {
  expect(expiryOf(expiresOn, '2027-02-03')).toEqual({ tone, text });
});

test('what has no expiry has none', () => {
  expect(expiryOf(null, '2027-02-03')).toBeNull();
});

test('who sees it is said in words', () => {
  const member = { id: '1', name: 'Nina Keller' };
  expect(visibilityText({ visibility: 'member', member })).toBe('Nina Keller and admins');
  expect(visibilityText({ visibility: 'record', member: null }, 'sale')).toBe('Who sees the sale');
});

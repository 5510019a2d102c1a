import { verificationOf } from './email-verification';

// docs/product/tenancy.md, Email confirmation
// Holds first-version-5, tenancy-7
test.each([
  ['Email not confirmed', undefined, 'unverified'],
  ['refused', 'email_not_confirmed', 'unverified'],
  ['Invalid login credentials', undefined, 'verified'],
  ['User not found', undefined, 'missing'],
  ['Request rate limit reached', 'over_request_rate_limit', null],
])('a trial sign-in answered with "%s" (%s) means %s', (message, code, status) => {
  expect(verificationOf({ message, code })).toBe(status);
});

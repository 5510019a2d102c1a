/** @jest-environment jsdom */
import type { Session } from '../api/client';
import { codeDueOf } from './factor-due';

const session = (claims: object | null, ...states: string[]) => ({
  access_token: claims ? `head.${btoa(JSON.stringify(claims))}.signature` : 'no token',
  user: { factors: states.map((status) => ({ status })) } as Session['user'],
});

// docs/product/tenancy.md, Second factor
// Holds tenancy-23
test.each([
  ['a password alone, of somebody with an authenticator', session({ aal: 'aal1' }, 'verified'), 'code'],
  ['a token without the claim', session({}, 'unverified', 'verified'), 'code'],
  ['no token at all', session(null, 'verified'), 'code'],
  ['a code that was given', session({ aal: 'aal2' }, 'verified'), null],
  ['an authenticator that was only begun', session({ aal: 'aal1' }, 'unverified'), null],
  ['nobody’s authenticator', session({ aal: 'aal1' }), null],
])('%s', (_name, given, due) => {
  expect(codeDueOf(given)).toBe(due);
});

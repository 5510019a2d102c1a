import { memberText, policyCount, policyText } from './security-words';
import type { SecondFactors } from './security-api';

const member = (name: string, role: 'owner' | 'admin' | 'agent', has: boolean, more: object = {}) => ({
  userId: name,
  name,
  role,
  hasFactor: has,
  since: has ? '2026-11-09T10:00:00Z' : null,
  askedAt: null,
  resetAt: null,
  resetByName: null,
  ...more,
});

const factors = (members: SecondFactors['members']): SecondFactors => ({
  policy: 'optional',
  members,
  everybody: { count: members.length, withFactor: members.filter((each) => each.hasFactor).length },
  admins: { count: 2, withFactor: 1 },
});

// docs/product/tenancy.md, Second factor
// Holds tenancy-37
test('a policy says what it does, and to whom', () => {
  const all = factors([
    member('Margaret Vale', 'owner', true),
    member('Daniel Okafor', 'admin', false),
    ...['A A', 'B B', 'C C'].map((name) => member(name, 'agent', false)),
  ]);
  expect(policyText('optional', all)).toBe('Everybody decides for themselves.');
  expect(policyText('admins', all)).toBe('Daniel Okafor sets it up before anything else opens.');
  expect(policyText('all', all)).toBe('4 people set it up before anything else opens.');
  expect([policyCount('optional', all), policyCount('admins', all), policyCount('all', all)]).toEqual([
    null,
    '1 of 2',
    '1 of 5',
  ]);
  const both = factors([member('Margaret Vale', 'owner', true), member('Daniel Okafor', 'admin', true)]);
  expect(policyText('admins', both)).toBe('Margaret Vale and Daniel Okafor have it.');
});

test('what became of a member’s, the latest of it', () => {
  const year = new Date().getUTCFullYear();
  const at = (day: string) => `${year}-${day}T10:00:00Z`;
  const said = (more: object) =>
    memberText(member('Nina Keller', 'agent', false, more), 'UTC', 'Margaret Vale');
  expect(said({})).toBe('never set up');
  expect(said({ askedAt: at('01-28') })).toBe('asked Jan 28');
  const reset = { resetAt: at('02-01'), resetByName: 'Margaret Vale' };
  expect(said(reset)).toBe('reset by you on Feb 1');
  expect(said({ ...reset, resetByName: 'Daniel Okafor' })).toBe('reset by Daniel Okafor on Feb 1');
  expect(said({ ...reset, askedAt: at('02-03') })).toBe('asked Feb 3');
});

import { formatDateTime, formatShortDate, today } from '@paperplane/shared/domain';
import type { Policy, SecondFactors } from './security-api';

type Member = SecondFactors['members'][number];

/** The three policies, and what each means. */
export const POLICIES: readonly { policy: Policy; label: string }[] = [
  { policy: 'optional', label: 'Optional' },
  { policy: 'admins', label: 'Required for admins' },
  { policy: 'all', label: 'Required for everybody' },
];

/** What asks for a code again; the database holds the list (docs/product/tenancy.md, Second factor). */
export const ASKED_AGAIN = [
  'Paying agents, and planning a payout',
  'Payment files',
  'Bank details',
  'Voiding a payment',
  'Closing or reopening books',
  'Bank and mail connections',
  'Ownership, admins, policy, recovery codes',
  'Reset of a member’s factor',
  'Inviting again, or activating somebody',
  'Splits, agreements and adjustments',
  'Switching the second approval off',
  'Exports of the agency, of a customer, of the audit log',
  'Exports of customers and sales of others',
  'Passport numbers',
  'Deleting the agency',
] as const;

/** `Margaret Vale and Daniel Okafor`. */
const named = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** How many names are read at a glance. */
const FEW = 3;

/** What a policy does, by who has a factor now. */
export function policyText(policy: Policy, { members }: SecondFactors): string {
  if (policy === 'optional') return 'Everybody decides for themselves.';
  const asked = policy === 'all' ? members : members.filter(({ role }) => role !== 'agent');
  const without = asked.filter(({ hasFactor }) => !hasFactor).map(({ name }) => name);
  if (without.length === 0) {
    return asked.length <= FEW
      ? `${named(asked.map(({ name }) => name))} ${asked.length === 1 ? 'has' : 'have'} it.`
      : 'All of them have it.';
  }
  const who = without.length <= FEW ? named(without) : `${without.length} people`;
  return `${who} ${without.length === 1 ? 'sets' : 'set'} it up before anything else opens.`;
}

/** How many of whom a policy asks have one: `2 of 2`. */
export function policyCount(policy: Policy, { admins, everybody }: SecondFactors): string | null {
  if (policy === 'optional') return null;
  const { count, withFactor } = policy === 'all' ? everybody : admins;
  return `${withFactor} of ${count}`;
}

/** What became of a member's second factor. @param me the reader's id, where they reset it themselves */
export function memberText(member: Member, timeZone: string, ownName: string): string {
  const day = (moment: string) => formatShortDate(moment, today(timeZone), timeZone);
  const { hasFactor, since, askedAt, resetAt, resetByName } = member;
  if (hasFactor) return `on since ${day(since ?? '')}`;
  if (resetAt && (!askedAt || resetAt > askedAt)) {
    const by = resetByName ? ` by ${resetByName === ownName ? 'you' : resetByName}` : '';
    return `reset${by} on ${day(resetAt)}`;
  }
  return askedAt ? `asked ${day(askedAt)}` : 'never set up';
}

/** When an authenticator gave its last code. */
export const usedText = (lastUsed: string | null, timeZone: string): string =>
  lastUsed ? `Authenticator app, last used ${formatDateTime(lastUsed, timeZone)}` : 'Authenticator app';

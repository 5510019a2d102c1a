import type { Role } from '@paperplane/shared/domain';
import { shownOf } from '@paperplane/shared/testing';
import { contract } from './contract';
import {
  invitedText,
  lastActiveText,
  manageRefusal,
  personName,
  roleRefusal,
  signOutRefusal,
  standingRefusal,
  transferRefusal,
} from './team';

const viewer = (role: Role) => ({ id: 'me', role });
const OWNERS = 'Only an owner can change admins and owners.';

describe('who may change whom', () => {
  it.each<[Role, Role, string | null]>([
    ['owner', 'agent', null],
    ['owner', 'admin', null],
    ['owner', 'owner', null],
    ['admin', 'agent', null],
    ['admin', 'admin', OWNERS],
    ['admin', 'owner', OWNERS],
    ['agent', 'agent', 'Only admins can change team members.'],
  ])('an %s manages an %s: %s', (mine, theirs, refusal) =>
    expect(manageRefusal(viewer(mine), { role: theirs })).toBe(refusal),
  );

  it('keeps an owner', () => {
    expect(standingRefusal(viewer('owner'), { role: 'owner' })).toMatch(/Transfer the ownership first/);
    expect(standingRefusal(viewer('admin'), { role: 'agent' })).toBeNull();
  });

  it('lets only owners make admins', () => {
    expect(roleRefusal(viewer('owner'), { role: 'agent' })).toBeNull();
    expect(roleRefusal(viewer('admin'), { role: 'agent' })).toBe('Only an owner can make somebody an admin.');
  });

  it('offers the ownership to everybody else who is active, and only by owners', () => {
    const member = { id: 'x', role: 'agent' as const, isActive: true };
    expect(transferRefusal(viewer('owner'), member)).toBeNull();
    expect(signOutRefusal(viewer('owner'), member)).toBeNull();
    expect(signOutRefusal(viewer('admin'), member)).toBeUndefined();
    expect(transferRefusal(viewer('owner'), { ...member, isActive: false })).toMatch(/Activate this person/);
    expect(transferRefusal(viewer('admin'), member)).toBeUndefined();
    expect(transferRefusal(viewer('owner'), { ...member, id: 'me', role: 'owner' })).toBeUndefined();
  });
});

describe('when somebody was there', () => {
  const now = new Date('2026-11-21T03:00:00Z');
  it.each([
    [null, 'UTC', '–'],
    ['2026-11-21T01:00:00Z', 'UTC', 'Today'],
    ['2026-11-20T23:00:00Z', 'UTC', 'Yesterday'],
    // In New York it is still the evening of the 20th.
    ['2026-11-20T23:00:00Z', 'America/New_York', 'Today'],
    ['2026-06-30T12:00:00Z', 'UTC', 'Jun 30, 2026'],
  ])('%s in %s: %s', (moment, zone, text) => expect(lastActiveText(moment, zone, now)).toBe(text));

  it('says when an invitation went out, and since when it is dead', () => {
    const invited = { sentAt: '2026-11-20T12:00:00Z', expiresAt: '2026-11-27T12:00:00Z', isExpired: false };
    expect(invitedText(invited, 'UTC', now)).toBe('Invited Nov 20');
    expect(invitedText({ ...invited, isExpired: true }, 'UTC', now)).toBe('Expired Nov 27');
  });
});

it('an invitation without a name is named by its address', () => {
  const invitation = { kind: 'invitation', email: 'noelle@x.example' } as const;
  const { rows } = shownOf(contract.list_team.answer, { rows: [invitation] });
  expect(rows.map(personName)).toEqual(['noelle@x.example']);
});

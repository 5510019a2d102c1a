import type { Role } from '@paperplane/shared/domain';
import {
  invitedText,
  lastActiveText,
  manageRefusal,
  personName,
  roleRefusal,
  standingRefusal,
  transferRefusal,
  type TeamPerson,
} from './team';
import { toMemberProfile, toTeamPerson, type TeamRow } from './team-rows';

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

describe('rows', () => {
  const row: TeamRow = {
    id: 'u1',
    kind: 'member',
    first_name: 'Priya',
    last_name: 'Raman',
    avatar_url: null,
    role: 'agent',
    is_active: true,
  };
  it('tell an agent nothing but who is there', () => {
    expect(toTeamPerson(row)).toEqual({
      id: 'u1',
      firstName: 'Priya',
      lastName: 'Raman',
      avatarUrl: null,
      role: 'agent',
      isActive: true,
      email: null,
      invited: null,
      facts: null,
    });
  });

  it('name an invitation by its address when it has no name', () => {
    const person: TeamPerson = toTeamPerson({
      ...row,
      kind: 'invitation',
      first_name: null,
      last_name: null,
      email: 'noelle@x.example',
      sales_count: null,
      commission_amount: null,
      sent_at: '2026-11-20T12:00:00Z',
      expires_at: '2026-11-27T12:00:00Z',
      is_expired: false,
    });
    expect(personName(person)).toBe('noelle@x.example');
    expect(person.facts?.salesCount).toBeNull();
  });

  it('read a profile by the client’s names', () => {
    const figure = { count: 1, amount: 100, agent_amount: 60 };
    const profile = toMemberProfile({
      member: {
        id: 'u1',
        first_name: 'Priya',
        last_name: 'Raman',
        email: 'priya@x.example',
        role: 'agent',
        avatar_url: null,
        is_active: true,
        created_at: '2026-01-02T00:00:00Z',
        last_active_at: null,
      },
      terms: {
        commission_split: 60,
        history: [
          { commission_split: 60, previous_split: 50, changed_at: '2026-02-01T00:00:00Z', changed_by: null },
        ],
      },
      figures: {
        sales_count: 2,
        booked_sales_count: 1,
        total_amount: 1000,
        commission_amount: 100,
        commissions: { unpaid: figure, funds_received: figure, agent_paid: figure, cancelled: figure },
      },
      paid: {
        year: 2026,
        this_year: 60,
        last_year: 0,
        payments: [
          {
            id: 's1',
            day: '2026-06-15',
            statement_id: 's1',
            number: '2026-06-01',
            commission_id: null,
            booking_reference: null,
            payment_method: 'check',
            amount: 60,
            voided_on: null,
          },
        ],
      },
      sales: { rows: [], count: 0 },
    });
    expect(profile).toMatchObject({
      commissionSplit: 60,
      bookedSalesCount: 1,
      splitHistory: [{ split: 60, previous: 50, changedBy: null }],
      paid: { year: 2026, thisYear: 60, payments: [{ statementId: 's1', number: '2026-06-01', amount: 60 }] },
      commissions: { funds_received: { count: 1, amount: 100, agentAmount: 60 } },
    });
  });
});

import { Link } from '@paperplane/shared/platform';
import { idOf, renderAt, shownOf, type Said } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { contract } from './contract';
import type { Invited, TeamPerson } from './team';
import { TeamTable } from './team-table';

type Member = Exclude<TeamPerson, Invited>;

const [member, invitation] = contract.list_team.answer.entries.rows.item.options;
const person = (changes: Said<Member> = {}): Member =>
  shownOf(member, {
    id: idOf('u1'),
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@agency.example',
    role: 'agent',
    isActive: true,
    commissionSplit: 60,
    salesCount: 64,
    commissionAmount: 49_476,
    ...changes,
  });

const invited = (changes: Said<Invited> = {}): Invited =>
  shownOf(invitation, {
    id: idOf('i1'),
    firstName: 'Thea',
    lastName: 'Morgan',
    role: 'agent',
    email: 'thea@agency.example',
    commissionSplit: 60,
    sentAt: '2026-11-20T12:00:00Z',
    expiresAt: '2026-11-27T12:00:00Z',
    ...changes,
  });

const show = (people: TeamPerson[], showFacts: boolean) => {
  renderAt(
    <TeamTable
      people={people}
      currency="USD"
      timeZone="UTC"
      selfId={idOf('u1')}
      showFacts={showFacts}
      sorting={{
        current: { column: 'status', direction: 'asc' },
        byDefault: { column: 'status', direction: 'asc' },
        to: ({ column }) => `?sort=${column}`,
        link: Link,
      }}
      itemsFor={() => []}
    />,
  );
  return within(screen.getByRole('table', { name: 'Team' }))
    .getAllByRole('row')
    .slice(1);
};

describe('team', () => {
  it('shows admins role, state, sales and commission, and marks the reader', () => {
    const [mine, off, guest] = show(
      [
        person(),
        person({ id: idOf('u2'), firstName: 'Samir', lastName: 'Patel', isActive: false, role: 'admin' }),
        invited(),
      ],
      true,
    );
    expect(mine).toHaveTextContent('Priya Raman (you)');
    expect(mine).toHaveTextContent('64$49,476');
    expect(off).toHaveTextContent('AdminInactive');
    expect(guest).toHaveTextContent('InvitedInvited Nov 20');
    expect(within(guest as HTMLElement).queryByRole('link')).not.toBeInTheDocument();
  });

  it('tells an expired invitation from one that works', () => {
    const [guest] = show([invited({ isExpired: true })], true);
    expect(guest).toHaveTextContent('ExpiredExpired Nov 27');
  });

  it('tells agents who is there, and opens nobody', () => {
    const { id, kind, firstName, lastName, avatarUrl, role, isActive } = person();
    const [mine] = show([{ id, kind, firstName, lastName, avatarUrl, role, isActive }], false);
    expect(mine).toHaveTextContent('AgentActive');
    expect(screen.queryByRole('link', { name: /Priya/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: /Commission/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
  });
});

import { Link } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import type { TeamPerson } from './team';
import { TeamTable } from './team-table';

const person = (changes: Partial<TeamPerson>): TeamPerson => ({
  id: 'u1',
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'priya@agency.example',
  role: 'agent',
  avatarUrl: null,
  isActive: true,
  invited: null,
  facts: { lastActiveAt: null, salesCount: 64, commissionAmount: 49_476 },
  ...changes,
});

const show = (people: TeamPerson[], showFacts: boolean) => {
  renderAt(
    <TeamTable
      people={people}
      currency="USD"
      timeZone="UTC"
      selfId="u1"
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

const invited = { sentAt: '2026-11-20T12:00:00Z', expiresAt: '2026-11-27T12:00:00Z', isExpired: false };

describe('team', () => {
  it('shows admins role, state, sales and commission, and marks the reader', () => {
    const [mine, off, guest] = show(
      [
        person({}),
        person({ id: 'u2', firstName: 'Samir', lastName: 'Patel', isActive: false, role: 'admin' }),
        person({ id: 'i1', firstName: 'Thea', lastName: 'Morgan', isActive: false, invited }),
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
    const [guest] = show([person({ invited: { ...invited, isExpired: true } })], true);
    expect(guest).toHaveTextContent('ExpiredExpired Nov 27');
  });

  it('tells agents who is there, and opens nobody', () => {
    const [mine] = show([person({ email: null, facts: null })], false);
    expect(mine).toHaveTextContent('AgentActive');
    expect(screen.queryByRole('link', { name: /Priya/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: /Commission/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
  });
});

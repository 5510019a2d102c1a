import { renderAt } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { DirectoryList } from '../parts/directory-list';
import type { Member } from '../team-api';
import { memberLook } from './member-look';

const member = (changes: Partial<Member>): Member => ({
  id: 'u1',
  firstName: 'Priya',
  lastName: 'Raman',
  email: 'priya@agency.example',
  role: 'agent',
  avatarUrl: null,
  isActive: true,
  createdAt: '2026-01-02T12:00:00+00:00',
  ...changes,
});

const show = (opens: boolean) =>
  renderAt(
    <DirectoryList
      label="Team"
      look={memberLook('u1', opens)}
      items={[
        member({}),
        member({ id: 'u2', firstName: 'Samir', lastName: 'Patel', isActive: false, role: 'admin' }),
      ]}
      page={1}
      total={12}
      pageTo={(page) => `/team?page=${page}`}
    />,
  );

describe('team list', () => {
  it('shows role and state, and marks the reader', () => {
    show(true);
    const [, mine, other] = within(screen.getByRole('table')).getAllByRole('row');
    expect(mine).toHaveTextContent('Priya Raman (you)');
    expect(mine).toHaveTextContent('Agent');
    expect(other).toHaveTextContent('Admin');
    expect(other).toHaveTextContent('Inactive');
  });

  it('opens people for admins only', () => {
    show(false);
    expect(screen.queryByRole('link', { name: /Patel/ })).not.toBeInTheDocument();
  });

  it('leads to the next page', () => {
    show(true);
    expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/team?page=2');
    expect(screen.getByText('1–10 of 12')).toBeInTheDocument();
  });
});

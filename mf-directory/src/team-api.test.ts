import { toMember } from './team-api';

it('reads a member by the client’s names', () => {
  expect(
    toMember({
      id: 'u1',
      first_name: 'Priya',
      last_name: 'Raman',
      email: 'priya@agency.example',
      role: 'agent',
      avatar_url: null,
      is_active: false,
      created_at: '2026-01-02T00:00:00+00:00',
    }),
  ).toEqual({
    id: 'u1',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@agency.example',
    role: 'agent',
    avatarUrl: null,
    isActive: false,
    createdAt: '2026-01-02T00:00:00+00:00',
  });
});

import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { listAt, useListAddress, type ListAddress } from './use-list-address';

interface Query {
  sort: { column: string; direction: 'asc' | 'desc' };
  late: boolean;
  agent: string | null;
}

/** What is late comes the longest late first, everything else the newest; only admins have a filter by agent. */
const list: ListAddress<'late' | 'agent' | 'sort' | 'dir', Query> = {
  path: '/commissions',
  defaults: { late: '', agent: '', sort: '', dir: 'desc' },
  read: ({ late, agent, sort, dir }, isAdmin) => ({
    late: late === 'true',
    agent: isAdmin ? agent : null,
    sort: sort
      ? { column: sort, direction: dir === 'asc' ? 'asc' : 'desc' }
      : late
        ? { column: 'dueOn', direction: 'asc' }
        : { column: 'createdAt', direction: 'desc' },
  }),
};

const at = (address: string, isAdmin = false) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(() => useListAddress(list, isAdmin), { wrapper }).result.current;
};

it.each([
  ['/commissions', 'createdAt', 'desc'],
  ['/commissions?late=true', 'dueOn', 'asc'],
  ['/commissions?late=true&sort=amount', 'dueOn', 'asc'],
] as const)('at %s the order by default is by %s, %s, and is not written', (address, column, direction) => {
  const { sorting } = at(address);
  expect(sorting.byDefault).toEqual({ column, direction });
  expect(sorting.to(sorting.byDefault)).toBe(address.split('&sort')[0]);
  expect(sorting.to({ column, direction: direction === 'asc' ? 'desc' : 'asc' })).toContain(`sort=${column}`);
});

it('reads as the reader may, in a page and before it', () => {
  expect(at('/commissions?agent=nora').query.agent).toBeNull();
  expect(at('/commissions?agent=nora', true).query.agent).toBe('nora');
  expect(listAt(new URLSearchParams('agent=nora'), list).agent).toBeNull();
  expect(listAt(new URLSearchParams('agent=nora'), list, true).agent).toBe('nora');
});

import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useListQuery, useRealPage } from './use-list-query';

const rules = {
  path: '/sales',
  statuses: ['booked', 'paid'],
  columns: ['saleDate', 'customer'],
} as const;

function start(address: string, totalPages?: number) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(
    () => {
      const list = useListQuery(rules);
      const isBehind = useRealPage(list.query.page, totalPages, list.set);
      const { pathname, search } = useLocation();
      return { ...list, isBehind, address: pathname + search };
    },
    { wrapper },
  ).result;
}

describe('useListQuery', () => {
  it('writes only what is not the default, and goes back to the first page with every filter', () => {
    const list = start('/sales?status=paid&page=4&pageSize=25');
    expect(list.current.query).toMatchObject({ status: 'paid', page: 4, pageSize: 25 });
    expect(list.current.to({ page: '5' })).toBe('/sales?status=paid&page=5&pageSize=25');
    expect(list.current.to({ status: '' })).toBe('/sales?pageSize=25');
    act(() => list.current.set({ pageSize: '10' }));
    expect(list.current.address).toBe('/sales?status=paid');
  });

  it('says the order in the address, but not the default one', () => {
    const list = start('/sales?sort=customer&dir=asc&q=el');
    expect(list.current.sorting.current).toEqual({ column: 'customer', direction: 'asc' });
    expect(list.current.sorting.to(list.current.sorting.byDefault)).toBe('/sales?q=el');
    expect(list.current.sorting.to({ column: 'saleDate', direction: 'asc' })).toBe('/sales?dir=asc&q=el');
  });
});

describe('useRealPage', () => {
  it('takes a page behind the end to the last one, with the filter kept', () => {
    expect(start('/sales?status=paid&page=99', 7).current).toMatchObject({
      address: '/sales?status=paid&page=7',
      isBehind: false,
    });
    expect(start('/sales?status=paid&page=3', 0).current.address).toBe('/sales?status=paid');
  });

  it('waits for the number of pages, and leaves a page that exists alone', () => {
    expect(start('/sales?page=99').current.address).toBe('/sales?page=99');
    expect(start('/sales?page=7', 7).current).toMatchObject({ address: '/sales?page=7', isBehind: false });
  });
});

import type { Sort } from '@paperplane/shared/domain';
import { useListAddress, useLocation } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import { act } from '@testing-library/react';
import { useEffect } from 'react';
import { directoryList, pageArgs } from './directory-list';

const COLUMNS = ['name', 'totalAmount'] as const;
const FILTERS = ['category'] as const;
const BY_NAME: Sort<(typeof COLUMNS)[number]> = { column: 'name', direction: 'asc' };

const LIST = directoryList({
  path: '/vendors',
  columns: COLUMNS,
  byDefault: BY_NAME,
  filters: FILTERS,
  read: (asked) => asked,
});

function useList() {
  const list = useListAddress(LIST);
  return { ...list, address: useLocation().search };
}
type List = ReturnType<typeof useList>;

function Probe({ tell }: { tell: (list: List) => void }) {
  const list = useList();
  useEffect(() => void tell(list));
  return null;
}

/** What the hook answers at an address; `current` follows. */
function at(address: string): { current: List } {
  const told: { current?: List } = {};
  renderAt(<Probe tell={(list) => (told.current = list)} />, `/vendors${address}`);
  return told as { current: List };
}

describe('the address of a list', () => {
  it.each([
    ['', { search: '', category: '', sort: BY_NAME, page: 1, pageSize: 10 }],
    ['?dir=desc', { sort: { column: 'name', direction: 'desc' } }],
    ['?sort=totalAmount', { sort: { column: 'totalAmount', direction: 'asc' } }],
    ['?sort=totalAmount&dir=desc&page=3&pageSize=25', { page: 3, pageSize: 25 }],
    ['?q=%20azure%20&category=cruise', { search: 'azure', category: 'cruise' }],
    // What is unknown or malformed is ignored; a direction alone would turn the order round unasked.
    ['?sort=nonsense&dir=desc&page=-1&pageSize=7', { sort: BY_NAME, page: 1, pageSize: 10 }],
  ])('%s asks for %j', (address, query) => expect(at(address).current.query).toMatchObject(query));

  it('goes back to the first page with every filter, and leaves defaults out', () => {
    const list = at('?page=3&category=cruise');
    act(() => list.current.set({ category: '' }));
    expect(list.current.address).toBe('');
  });

  it('leads to other orders with filters kept', () => {
    const { sorting, to } = at('?q=x').current;
    expect(sorting.to({ column: 'totalAmount', direction: 'desc' })).toBe(
      '/vendors?q=x&sort=totalAmount&dir=desc',
    );
    expect(sorting.to({ column: 'name', direction: 'asc' })).toBe('/vendors?q=x');
    expect(to({ page: '2' })).toBe('/vendors?q=x&page=2');
  });

  it('becomes the arguments of a function', () => {
    expect(pageArgs(at('?sort=totalAmount&dir=desc').current.query)).toEqual({
      search: null,
      sort: 'total_amount',
      descending: true,
      page: 1,
      pageSize: 10,
    });
  });
});

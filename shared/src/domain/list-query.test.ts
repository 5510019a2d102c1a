import { LIMITS } from './limits';
import { isFiltered, listDefaults, nextSort, NO_FILTERS, readListQuery } from './list-query';

const rules = { statuses: ['booked', 'paid'], columns: ['saleDate', 'totalAmount'] } as const;
const defaults = listDefaults('saleDate');
const read = (changes: Partial<typeof defaults>) => readListQuery({ ...defaults, ...changes }, rules);
const id = '0b5e1c1e-0000-4000-8000-000000000001';

describe('readListQuery', () => {
  // Holds pages-6
  it('shows everything, newest first, ten a page, when the address says nothing', () => {
    expect(read({})).toEqual({
      status: null,
      agentId: null,
      vendorId: null,
      start: null,
      end: null,
      search: '',
      sort: { column: 'saleDate', direction: 'desc' },
      page: 1,
      pageSize: 10,
    });
  });

  it('takes every parameter from the address', () => {
    expect(
      read({
        status: 'paid',
        agentId: id.toUpperCase(),
        vendorId: id,
        from: '2026-11-21',
        to: '2026-08-24',
        q: '  haddad ',
        sort: 'totalAmount',
        dir: 'asc',
        page: '3',
        pageSize: '50',
      }),
    ).toEqual({
      status: 'paid',
      agentId: id,
      vendorId: id,
      start: '2026-08-24',
      end: '2026-11-21',
      search: 'haddad',
      sort: { column: 'totalAmount', direction: 'asc' },
      page: 3,
      pageSize: 50,
    });
  });

  it('ignores what it does not know', () => {
    expect(
      read({
        status: "paid'--",
        agentId: '42',
        vendorId: 'me',
        from: '2026-13-01',
        to: 'now',
        sort: 'password',
      }),
    ).toEqual(read({}));
    expect(read({ sort: 'constructor', dir: 'asc' }).sort).toEqual({ column: 'saleDate', direction: 'desc' });
    expect(read({ dir: 'sideways' }).sort.direction).toBe('desc');
  });

  it.each(['0', '-2', '1.5', 'two', '', '99999999999'])('reads page %p as the first', (page) => {
    expect(read({ page }).page).toBe(1);
  });

  it.each(['0', '11', '1000', '-10', 'all', ''])('reads page size %p as ten', (pageSize) => {
    expect(read({ pageSize }).pageSize).toBe(10);
  });

  it('cuts a search that is longer than any name', () => {
    expect(read({ q: 'x'.repeat(5000) }).search).toHaveLength(LIMITS.search);
  });
});

it('knows a filter from a sort', () => {
  expect(isFiltered(read({ sort: 'totalAmount', page: '4', pageSize: '25' }))).toBe(false);
  for (const changes of [
    { status: 'paid' },
    { agentId: id },
    { vendorId: id },
    { from: '2026-01-01' },
    { q: 'a' },
  ]) {
    expect(isFiltered(read(changes))).toBe(true);
    expect(isFiltered(read({ ...changes, ...NO_FILTERS }))).toBe(false);
  }
});

describe('nextSort', () => {
  const byDefault = { column: 'createdAt', direction: 'desc' } as const;
  it('goes the first way, the other way, and back to the default', () => {
    const first = nextSort(byDefault, 'customer', 'asc', byDefault);
    expect(first).toEqual({ column: 'customer', direction: 'asc' });
    const second = nextSort(first, 'customer', 'asc', byDefault);
    expect(second).toEqual({ column: 'customer', direction: 'desc' });
    expect(nextSort(second, 'customer', 'asc', byDefault)).toEqual(byDefault);
  });

  it('only turns round the column that is the default itself', () => {
    const turned = nextSort(byDefault, 'createdAt', 'desc', byDefault);
    expect(turned).toEqual({ column: 'createdAt', direction: 'asc' });
    expect(nextSort(turned, 'createdAt', 'desc', byDefault)).toEqual(byDefault);
  });
});

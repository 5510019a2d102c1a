import { listAt } from '@paperplane/shared/platform';
import { SALES_LIST } from './list/sales-query';
import { toListArgs, toSalesPage } from './sales-list-rows';

const id = '0b5e1c1e-0000-4000-8000-000000000001';
const read = (asked: Record<string, string>) => listAt(new URLSearchParams(asked), SALES_LIST, true);

it('asks for what the address says, in the names of the database', () => {
  expect(
    toListArgs(
      read({
        status: 'paid',
        agentId: id,
        from: '2026-08-24',
        to: '2026-11-21',
        q: 'haddad',
        sort: 'commissionAmount',
        dir: 'asc',
        page: '2',
        pageSize: '25',
        departing: 'true',
      }),
    ),
  ).toEqual({
    status: 'paid',
    agent_id: id,
    vendor_id: null,
    start_date: '2026-08-24',
    end_date: '2026-11-21',
    customer_search: 'haddad',
    sort: 'commission_amount',
    descending: false,
    page: 2,
    page_size: 25,
    departing: true,
  });
});

it('asks for everything, newest sale date first, when the address says nothing', () => {
  expect(toListArgs(read({}))).toMatchObject({
    status: null,
    customer_search: null,
    sort: 'sale_date',
    descending: true,
    page: 1,
    page_size: 10,
  });
});

it('reads a page without sales', () => {
  const none = { count: 0, amount: 0, commission_amount: 0 };
  const page = toSalesPage({
    rows: [],
    count: 0,
    page: 1,
    page_size: 10,
    total_pages: 0,
    by_status: { booked: none, paid: none, cancelled: none, total: none, active_total: none },
  });
  expect(page).toMatchObject({ sales: [], count: 0, totalPages: 0, pageSize: 10 });
  expect(page.sums.activeTotal).toEqual({ count: 0, amount: 0, commissionAmount: 0 });
});

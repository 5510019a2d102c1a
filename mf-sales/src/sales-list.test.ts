import { listAt } from '@paperplane/shared/platform';
import { SALES_LIST } from './list/sales-query';
import { toListArgs } from './sales-list';

const id = '0b5e1c1e-0000-4000-8000-000000000001';
const read = (asked: Record<string, string>) => listAt(new URLSearchParams(asked), SALES_LIST, true);

it('asks for what the address says, sorted by a column of the database', () => {
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
    agentId: id,
    vendorId: null,
    startDate: '2026-08-24',
    endDate: '2026-11-21',
    customerSearch: 'haddad',
    sort: 'commission_amount',
    descending: false,
    page: 2,
    pageSize: 25,
    departing: true,
  });
});

it('asks for everything, newest sale date first, when the address says nothing', () => {
  expect(toListArgs(read({}))).toMatchObject({
    status: null,
    customerSearch: null,
    sort: 'sale_date',
    descending: true,
    page: 1,
    pageSize: 10,
  });
});

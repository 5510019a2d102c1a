import { listDefaults } from '@paperplane/shared/domain';
import { toCommissionPage, toListArgs } from './commission-list-rows';
import { COMMISSIONS_LIST } from './list/commissions-query';

const id = '0b5e1c1e-0000-4000-8000-000000000001';
const read = (changes: Partial<ReturnType<typeof listDefaults>> & { overdue?: string; ready?: string }) =>
  COMMISSIONS_LIST.read({ ...listDefaults('createdAt'), overdue: '', ready: '', ...changes }, true);

describe('toListArgs', () => {
  it('asks for everything, newest first, when the address says nothing', () => {
    expect(toListArgs(read({}))).toEqual({
      status: null,
      agent_id: null,
      vendor_id: null,
      overdue: false,
      ready: false,
      start_date: null,
      end_date: null,
      search: null,
      sort: 'created_at',
      descending: true,
      page: 1,
      page_size: 10,
    });
  });

  it('asks for what is overdue longest first, unless told otherwise', () => {
    const longest = { sort: 'due_on', descending: false };
    expect(toListArgs(read({ sort: '', overdue: 'true' }))).toMatchObject(longest);
    expect(toListArgs(read({ sort: 'nonsense', dir: 'desc', overdue: 'true' }))).toMatchObject(longest);
    const asked = read({ sort: 'amount', overdue: 'true' });
    expect(toListArgs(asked)).toMatchObject({ sort: 'amount', descending: true });
  });

  it('asks in the names of the database, and ignores a status that is none', () => {
    const asked = read({
      status: 'booked',
      q: 'NWR',
      sort: 'bookingReference',
      dir: 'asc',
      from: '2026-01-01',
      vendorId: id,
      overdue: 'true',
      ready: 'true',
    });
    expect(toListArgs(asked)).toMatchObject({
      status: null,
      search: 'NWR',
      sort: 'booking_reference',
      descending: false,
      start_date: '2026-01-01',
      vendor_id: id,
      overdue: true,
      ready: true,
    });
  });
});

it('reads a row with its sale, people and figures', () => {
  const figure = { count: 1, amount: 1100, agent_amount: 660 };
  const page = toCommissionPage({
    rows: [
      {
        id: 'c1',
        status: 'unpaid',
        amount: 1100,
        agent_amount: 660,
        booking_reference: 'AZC-48210',
        sale_date: '2026-11-19',
        sale_status: 'booked',
        total_amount: 8460,
        customer: { first_name: 'Elena', last_name: 'Duval' },
        vendor: { id: 'v1', name: 'Azure Coast Cruises' },
        agent: { id: 'u1', first_name: 'Priya', last_name: 'Raman', avatar_url: null },
        owed: 0,
        due_on: '2026-12-19',
      },
    ],
    count: 1,
    page: 1,
    page_size: 10,
    total_pages: 1,
    stats: {
      unpaid: figure,
      funds_received: figure,
      agent_paid: figure,
      cancelled: figure,
      total: figure,
      ready: figure,
    },
  });
  expect(page.items[0]).toMatchObject({
    agentAmount: 660,
    totalAmount: 8460,
    customer: { firstName: 'Elena', lastName: 'Duval' },
    vendor: { id: 'v1', name: 'Azure Coast Cruises' },
    dueOn: '2026-12-19',
    agent: { id: 'u1', firstName: 'Priya' },
  });
  expect(page.stats.unpaid).toEqual({ count: 1, amount: 1100, agentAmount: 660 });
});

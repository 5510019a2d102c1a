import { COMMISSION_STATUSES, listDefaults, readListQuery } from '@paperplane/shared/domain';
import { COMMISSION_SORTS } from './commission-list';
import { toCommissionPage, toListArgs } from './commission-list-rows';

const read = (changes: Partial<ReturnType<typeof listDefaults>>) =>
  readListQuery(
    { ...listDefaults('createdAt'), ...changes },
    { statuses: COMMISSION_STATUSES, columns: COMMISSION_SORTS },
  );

describe('toListArgs', () => {
  it('asks for everything, newest first, when the address says nothing', () => {
    expect(toListArgs(read({}))).toEqual({
      status: null,
      agent_id: null,
      start_date: null,
      end_date: null,
      search: null,
      sort: 'created_at',
      descending: true,
      page: 1,
      page_size: 10,
    });
  });

  it('asks in the names of the database, and ignores a status that is none', () => {
    const asked = read({
      status: 'booked',
      q: 'NWR',
      sort: 'bookingReference',
      dir: 'asc',
      from: '2026-01-01',
    });
    expect(toListArgs(asked)).toMatchObject({
      status: null,
      search: 'NWR',
      sort: 'booking_reference',
      descending: false,
      start_date: '2026-01-01',
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
        vendor: { name: 'Azure Coast Cruises' },
        agent: { id: 'u1', first_name: 'Priya', last_name: 'Raman', avatar_url: null },
      },
    ],
    count: 1,
    page: 1,
    page_size: 10,
    total_pages: 1,
    stats: { unpaid: figure, funds_received: figure, agent_paid: figure, cancelled: figure, total: figure },
  });
  expect(page.items[0]).toMatchObject({
    agentAmount: 660,
    totalAmount: 8460,
    customer: { firstName: 'Elena', lastName: 'Duval' },
    vendorName: 'Azure Coast Cruises',
    agent: { id: 'u1', firstName: 'Priya' },
  });
  expect(page.stats.unpaid).toEqual({ count: 1, amount: 1100, agentAmount: 660 });
});

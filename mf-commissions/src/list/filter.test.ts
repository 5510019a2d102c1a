import { readFilter, statusTabs } from './filter';

describe('readFilter', () => {
  it('takes status and page from the address', () => {
    expect(readFilter({ status: 'agent_paid', page: '3' })).toEqual({ status: 'agent_paid', page: 3 });
  });

  it.each(['booked', 'all', "unpaid'--"])('ignores the unknown status %p', (status) => {
    expect(readFilter({ status, page: '1' }).status).toBeNull();
  });

  it.each(['0', '-2', '1.5', 'two', '', '99999999999'])('reads page %p as the first', (page) => {
    expect(readFilter({ status: '', page }).page).toBe(1);
  });
});

describe('statusTabs', () => {
  const hrefOf = (status: string) => `/commissions?status=${status}`;
  const counts = { unpaid: 62, funds_received: 44, agent_paid: 61, cancelled: 9, total: 176 };

  it('offers all and each status with its count, and marks the one shown', () => {
    expect(statusTabs('funds_received', counts, hrefOf)).toEqual([
      { label: 'All', to: '/commissions?status=', active: false, count: 176 },
      { label: 'Unpaid', to: '/commissions?status=unpaid', active: false, count: 62 },
      { label: 'Funds received', to: '/commissions?status=funds_received', active: true, count: 44 },
      { label: 'Agent paid', to: '/commissions?status=agent_paid', active: false, count: 61 },
      { label: 'Cancelled', to: '/commissions?status=cancelled', active: false, count: 9 },
    ]);
  });

  it('stands without numbers while they load', () => {
    expect(statusTabs(null, undefined, hrefOf).map(({ count }) => count)).toEqual(Array(5).fill(undefined));
  });
});

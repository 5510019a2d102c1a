import { rangeArgs, timelineArgs, topArgs } from './service-args';
import {
  toCommissionStats,
  toRecentCustomers,
  toSalesByStatus,
  toTopAgents,
  toTopVendors,
} from './service-rows';

const YEAR = { start: '2026-01-01', end: '2026-12-31' };

describe('what a service asks', () => {
  it('names the range as the database does, open ends too', () => {
    expect(rangeArgs(YEAR)).toEqual({ start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(rangeArgs({ start: null, end: null })).toEqual({ start_date: null, end_date: null });
  });

  it('leaves the bucket to the rule unless one is wanted', () => {
    expect(timelineArgs(YEAR)).toEqual({ ...rangeArgs(YEAR), bucket: null });
    expect(timelineArgs({ ...YEAR, bucket: 'week' })).toEqual({ ...rangeArgs(YEAR), bucket: 'week' });
  });

  it('asks for five of the top unless told otherwise', () => {
    expect(topArgs(YEAR)).toEqual({ ...rangeArgs(YEAR), max_rows: 5 });
    expect(topArgs({ ...YEAR, limit: 3 })).toEqual({ ...rangeArgs(YEAR), max_rows: 3 });
  });
});

const figure = (count: number) => ({ count, amount: count * 100 });
const share = (count: number) => ({ ...figure(count), agent_amount: count * 60 });
const agentShare = (count: number) => ({ ...figure(count), agentAmount: count * 60 });

describe('what a service answers', () => {
  it('sums by status', () => {
    const byStatus = { booked: figure(1), paid: figure(2), cancelled: figure(3), total: figure(6) };
    expect(toSalesByStatus({ ...byStatus, active_total: figure(3) })).toEqual({
      ...byStatus,
      activeTotal: figure(3),
    });
  });

  it('commission stats with the agents’ part', () => {
    expect(
      toCommissionStats({
        unpaid: share(1),
        funds_received: share(2),
        agent_paid: share(3),
        cancelled: share(4),
        total: share(10),
      }),
    ).toEqual({
      unpaid: agentShare(1),
      funds_received: agentShare(2),
      agent_paid: agentShare(3),
      cancelled: agentShare(4),
      total: agentShare(10),
    });
  });

  it('top lists and recent customers under the names of pages', () => {
    const row = { id: 'a', sales_count: 2, total_revenue: 300.5, total_commission: 30.05 };
    const totals = { id: 'a', salesCount: 2, totalRevenue: 300.5, totalCommission: 30.05 };
    expect(toTopAgents([{ ...row, first_name: 'Nora', last_name: 'Diaz', avatar_url: null }])).toEqual([
      { ...totals, firstName: 'Nora', lastName: 'Diaz', avatarUrl: null },
    ]);
    expect(toTopVendors([{ ...row, name: 'Blue Fleet', logo_url: null }])).toEqual([
      { ...totals, name: 'Blue Fleet', logoUrl: null },
    ]);
    expect(
      toRecentCustomers([
        {
          id: 'c',
          first_name: 'Vera',
          last_name: 'Lind',
          email: null,
          sale_id: 's',
          last_purchase_amount: 99.5,
          sale_date: '2026-11-21',
        },
      ]),
    ).toEqual([
      {
        id: 'c',
        firstName: 'Vera',
        lastName: 'Lind',
        email: null,
        saleId: 's',
        lastPurchaseAmount: 99.5,
        saleDate: '2026-11-21',
      },
    ]);
  });
});

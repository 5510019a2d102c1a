import { hasFailed } from './dashboard';
import { rowName, toDashboard } from './dashboard-rows';

const range = { start: '2025-11-22', end: '2026-11-21', bucket: 'month', today: '2026-11-21' } as const;
const figure = (count: number) => ({ count, amount: count * 100 });
const beside = {
  agents_paid: { ...figure(2), advanced: 120 },
  paid_short: figure(1),
  tracked_since: '2026-01-01',
};
const byStatus = { booked: figure(1), paid: figure(2), cancelled: figure(3), total: figure(6) };

it('names everything as pages do', () => {
  const dashboard = toDashboard({
    range,
    sales: { ...byStatus, active_total: figure(3) },
    to_do: {
      payable: figure(4),
      overdue: { ...figure(5), ...beside },
      departures: figure(6),
      vendors_without_terms: 2,
    },
    top_agents: [
      {
        id: 'a',
        first_name: 'Sofia',
        last_name: 'Marino',
        avatar_url: null,
        sales_count: 3,
        total_revenue: 900,
        total_commission: 90,
      },
    ],
    departures: [
      {
        sales_id: 's',
        booking_reference: 'AZ-1',
        customer_id: 'c',
        customer_first_name: 'Ines',
        customer_last_name: 'Albrecht',
        vendor_name: 'Azure',
        travel_date: '2026-12-03',
        return_date: null,
      },
    ],
  });
  expect(dashboard).toEqual({
    range,
    sales: { ...byStatus, activeTotal: figure(3) },
    toDo: {
      payable: figure(4),
      overdue: {
        ...figure(5),
        agentsPaid: { ...figure(2), advanced: 120 },
        paidShort: figure(1),
        trackedSince: '2026-01-01',
      },
      vendorsWithoutTerms: 2,
      departures: figure(6),
    },
    topAgents: [
      {
        id: 'a',
        firstName: 'Sofia',
        lastName: 'Marino',
        avatarUrl: null,
        salesCount: 3,
        totalRevenue: 900,
        totalCommission: 90,
      },
    ],
    departures: [
      {
        saleId: 's',
        bookingReference: 'AZ-1',
        customerId: 'c',
        customer: { firstName: 'Ines', lastName: 'Albrecht' },
        vendorName: 'Azure',
        travelDate: '2026-12-03',
        returnDate: null,
      },
    ],
  });
});

it('tells a part that failed from one that was not asked for', () => {
  const { topVendors, payable } = toDashboard({ range, top_vendors: { error: true } });
  expect(hasFailed(topVendors)).toBe(true);
  expect(payable).toBeUndefined();
  expect(hasFailed(payable)).toBe(false);
});

it('asks for a part by the database’s name', () => {
  expect(rowName('commissionTrend')).toBe('commission_trend');
});

import { toSummary } from './dashboard-api';

const figure = (count: number) => ({ count, amount: count * 100 });

it('names the totals of the database as pages do', () => {
  const commissions = {
    unpaid: figure(1),
    funds_received: figure(2),
    agent_paid: figure(3),
    cancelled: figure(4),
    total: figure(10),
  };
  const sales = { booked: figure(1), paid: figure(2), cancelled: figure(3), total: figure(6) };
  expect(toSummary({ sales: { ...sales, active_total: figure(3) }, commissions })).toEqual({
    sales: { ...sales, activeTotal: figure(3) },
    commissions,
  });
});

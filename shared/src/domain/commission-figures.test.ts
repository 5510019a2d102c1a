import { besideCommissionSum, commissionSum, isAgentShare } from './commission-figures';
import { COMMISSION_STATUSES } from './statuses';

const figure = { amount: 1000, agentAmount: 600 };
const ready = { agentAmount: 480 };

// Holds dashboard-30
it.each([
  [true, [1000, 1000, 600, 1000]],
  [false, [600, 600, 600, 600]],
])('is gross for admins but for what agents were paid, and an agent’s share (admin: %s)', (isAdmin, sums) => {
  expect(COMMISSION_STATUSES.map((status) => commissionSum(figure, status, isAdmin))).toEqual(sums);
  expect(isAgentShare(null, isAdmin)).toBe(!isAdmin);
});

it.each([
  [true, [null, '$480 ready to pay', 'of $1,000 gross', null]],
  [false, ['of $1,000 gross', 'of $1,000 gross', 'of $1,000 gross', 'of $1,000 gross']],
])('names what stands beside it (admin: %s)', (isAdmin, notes) => {
  const beside = COMMISSION_STATUSES.map((status) =>
    besideCommissionSum(figure, status, { isAdmin, ready, currency: 'USD' }),
  );
  expect(beside).toEqual(notes);
});

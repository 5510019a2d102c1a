import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { StatStrip } from './stat-strip';

const figure = (count: number, amount: number) => ({ count, amount, agentAmount: amount / 2 });
const stats = {
  unpaid: figure(62, 41_300),
  funds_received: figure(44, 32_700),
  agent_paid: figure(1, 28_400),
  cancelled: figure(9, 4_120),
  total: figure(116, 106_520),
};
const show = (isAdmin: boolean, failed = false) =>
  renderAt(
    <StatStrip
      stats={failed ? undefined : stats}
      failed={failed}
      currency="USD"
      isAdmin={isAdmin}
      statusTo={(status) => `/commissions?status=${status}`}
    />,
  );
const texts = () =>
  within(screen.getByRole('region', { name: 'Commissions by status' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('adds up each status and leads to it', () => {
  show(true);
  expect(texts()).toEqual([
    ['Unpaid$41,30062 commissions', '/commissions?status=unpaid'],
    ['Funds received$32,70044 ready to pay', '/commissions?status=funds_received'],
    ['Agent paid$28,4001 commission', '/commissions?status=agent_paid'],
    ['Cancelled$4,1209 commissions', '/commissions?status=cancelled'],
  ]);
});

it('promises no payments to whoever cannot make them', () => {
  show(false);
  expect(texts()[1]).toEqual(['Funds received$32,70044 commissions', '/commissions?status=funds_received']);
});

it('pretends nothing when the figures did not load', () => {
  show(true, true);
  expect(texts().map(([text]) => text)).toEqual([
    'Unpaid–Not loaded',
    'Funds received–Not loaded',
    'Agent paid–Not loaded',
    'Cancelled–Not loaded',
  ]);
});

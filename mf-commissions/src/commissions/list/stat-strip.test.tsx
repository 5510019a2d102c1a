import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { StatStrip } from './stat-strip';

const figure = (count: number, amount: number) => ({ count, amount, agentAmount: amount / 2 });
const stats = {
  unpaid: figure(62, 41_300),
  fundsReceived: figure(44, 32_700),
  agentPaid: figure(1, 28_400),
  cancelled: figure(9, 4_120),
  total: figure(116, 106_520),
  activeTotal: figure(107, 102_400),
  ready: figure(40, 30_000),
};
const show = (isAdmin: boolean, failed = false, overdue = false) =>
  renderAt(
    <StatStrip
      stats={failed ? undefined : stats}
      failed={failed}
      currency="USD"
      isAdmin={isAdmin}
      overdue={overdue}
      statusTo={(status) => `/commissions?status=${status}`}
    />,
  );
const texts = () =>
  within(screen.getByRole('region', { name: 'Commissions by status' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('adds up each status and leads to it: gross, what can be paid beside it, and what agents were paid', () => {
  show(true);
  expect(texts()).toEqual([
    ['Unpaid$41,300.0062 commissions', '/commissions?status=unpaid'],
    [
      'Funds received$32,700.0044 commissions · $15,000.00 ready to pay',
      '/commissions?status=funds_received',
    ],
    ['Agent paid$14,200.001 commission · of $28,400.00 gross', '/commissions?status=agent_paid'],
    ['Cancelled$4,120.009 commissions', '/commissions?status=cancelled'],
  ]);
});

it('shows agents their share of each, with the gross commission named beside it', () => {
  show(false);
  expect(texts().map(([text]) => text)).toEqual([
    'Unpaid$20,650.0062 commissions · of $41,300.00 gross',
    'Funds received$16,350.0044 commissions · of $32,700.00 gross',
    'Agent paid$14,200.001 commission · of $28,400.00 gross',
    'Cancelled$2,060.009 commissions · of $4,120.00 gross',
  ]);
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

it('says of what is overdue what is owed, and beside it what agents were paid already', () => {
  show(true, false, true);
  expect(
    texts()
      .slice(0, 3)
      .map(([text]) => text),
  ).toEqual([
    'Unpaid$41,300.0062 commissions',
    'Funds received$32,700.0044 commissions',
    'Agent paid$28,400.001 commission · $14,200.00 paid to agents',
  ]);
});

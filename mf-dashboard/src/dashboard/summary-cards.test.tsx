import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInApp, renderSignedIn } from '@paperplane/shared/testing';
import { commissionCards } from './cards';
import { SummaryCards } from './summary-cards';

const figure = (count: number, amount: number) => ({ count, amount, agentAmount: amount / 2 });
const cards = commissionCards(
  {
    unpaid: figure(1, 480.6),
    fundsReceived: figure(44, 32_700),
    agentPaid: figure(0, 0),
    cancelled: figure(19, 9_330),
    total: figure(64, 42_510.6),
    activeTotal: figure(45, 33_180.6),
    ready: figure(40, 30_000),
  },
  { start: '2025-11-22', end: '2026-11-21' },
  { isAdmin: true, currency: 'USD', today: '2026-11-21' },
);

const there = { data: cards, error: null, retry: () => undefined, retrying: false };

describe('SummaryCards', () => {
  it('links every card to its filtered list, whole dollars and counts in words', () => {
    renderInApp(<SummaryCards kind="commission" title="Commissions" part={there} currency="USD" />);
    const unpaid = screen.getByRole('link', { name: 'Unpaid: $481, 1 commission' });
    expect(unpaid).toHaveAttribute('href', '/commissions?status=unpaid&from=2025-11-22&to=2026-11-21');
    expect(
      screen.getByRole('link', { name: /^Agent Paid: \$0, of \$0 gross, 0 commissions/ }),
    ).toBeInTheDocument();
  });

  it('explains the statuses', async () => {
    renderSignedIn(<SummaryCards kind="commission" title="Commissions" part={there} currency="USD" />);
    await userEvent.click(screen.getByRole('button', { name: 'What does Funds Received mean?' }));
    expect(await screen.findByRole('dialog', { name: 'Commission statuses' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says that it is loading', () => {
    renderInApp(
      <SummaryCards kind="sale" title="Sales" part={{ ...there, data: undefined }} currency="USD" />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Loading sales');
  });

  it('fails alone and is asked for again alone', async () => {
    const retry = jest.fn();
    const failed = {
      data: undefined,
      error: 'Server error. Please try again later.',
      retry,
      retrying: false,
    };
    renderInApp(<SummaryCards kind="sale" title="Sales" part={failed} currency="USD" />);
    expect(screen.getByRole('alert')).toHaveTextContent('Server error. Please try again later.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

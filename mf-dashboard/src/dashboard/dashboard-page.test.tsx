import { answerOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from './contract';
import DashboardPage from './dashboard-page';

const { answer } = contract.get_dashboard;
const FAILED = { error: true } as const;

/** What an agency without a sale is answered. */
const nothing = () =>
  answerOf(answer, {
    sales: {},
    commissions: {},
    sales_trend: {},
    commission_trend: {},
    top_agents: [],
    top_vendors: [],
    recent_customers: [],
  });

// Holds dashboard-5
it('asks again for a part that failed, and for no other', async () => {
  const asked: unknown[] = [];
  pretendDatabase(contract, (_name, args) => {
    const { parts } = (args ?? {}) as { parts?: string[] };
    asked.push(parts);
    if (parts) return answerOf(answer, { recent_customers: [] });
    return { ...nothing(), top_vendors: FAILED, recent_customers: FAILED };
  });
  renderSignedIn(<DashboardPage />);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  expect(screen.getAllByRole('alert')[1]).toHaveTextContent('Server error. Please try again later.');
  expect(screen.getByRole('link', { name: /^Unpaid: \$0/ })).toBeInTheDocument();

  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[1]!);
  expect(await screen.findByText('No customer data available for the selected period')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(asked).toEqual([undefined, ['recent_customers']]);
});

// Holds dashboard-6
it('says why no figures came, and asks again', async () => {
  let isDown = true;
  pretendDatabase(contract, () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return nothing();
  });
  renderSignedIn(<DashboardPage />);
  expect(await screen.findByText('The figures did not load', {}, { timeout: 15_000 })).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /^Unpaid: \$0/ })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
}, 30_000);

// Holds dashboard-7
it('says of each part that there is nothing yet: to an owner', async () => {
  pretendDatabase(contract, nothing);
  renderSignedIn(<DashboardPage />);
  for (const who of ['agent', 'vendor', 'customer'])
    expect(await screen.findByText(`No ${who} data available for the selected period`)).toBeInTheDocument();
  expect(screen.getAllByText('No data available for the selected time period')).toHaveLength(2);
});

// Holds dashboard-8
it('says of each part that there is nothing yet: to an agent', async () => {
  pretendDatabase(contract, () => ({ ...nothing(), ...answerOf(answer, { payable: {}, departures: [] }) }));
  renderSignedIn(<DashboardPage />, 'agent');
  expect(await screen.findByText('Nothing is waiting to be paid to you')).toBeInTheDocument();
  expect(screen.getByText('None of your customers is about to leave')).toBeInTheDocument();
});

import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import type { CommissionListItem } from '../commission-types';
import { CommissionsTable } from './commissions-table';

const item: CommissionListItem = {
  id: 'c1',
  status: 'funds_received',
  amount: 1482.4,
  agentAmount: 889.44,
  bookingReference: 'AZC-47902',
  saleDate: '2026-09-28',
  customer: { firstName: 'Elena', lastName: 'Duval' },
  vendorName: 'Azure Coast Cruises',
  agent: { id: 'u1', firstName: 'Priya', lastName: 'Raman', avatarUrl: null },
};

function rows() {
  return within(screen.getByRole('table', { name: 'Commissions' })).getAllByRole('row');
}

describe('CommissionsTable', () => {
  it('links each booking to its commission and shows who, when, where it stands and how much', () => {
    renderAt(<CommissionsTable items={[item]} showAgent />);
    const row = rows()[1];
    expect(screen.getByRole('link', { name: 'AZC-47902' })).toHaveAttribute('href', '/commissions/c1');
    for (const text of ['Elena Duval', 'Azure Coast Cruises', 'Priya R.', 'Sep 28, 2026', 'Funds received']) {
      expect(row).toHaveTextContent(text);
    }
    expect(row).toHaveTextContent('$1,482');
    expect(row).toHaveTextContent('$889');
  });

  it('leaves the agent out for agents, on the phone too', () => {
    renderAt(<CommissionsTable items={[item]} showAgent={false} />);
    expect(screen.queryByRole('columnheader', { name: 'Agent' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Priya/)).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Commissions' })).toHaveTextContent(
      'Azure Coast Cruises · Sep 28',
    );
  });

  it('marks a cancelled commission', () => {
    renderAt(<CommissionsTable items={[{ ...item, status: 'cancelled' }]} showAgent />);
    expect(rows()[1]).toHaveClass('is-void');
  });
});

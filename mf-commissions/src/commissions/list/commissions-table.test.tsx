import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { Link } from '@paperplane/shared/platform';
import type { Sorting } from '@paperplane/shared/ui';
import type { CommissionListItem } from '../commission-list';
import { CommissionsTable } from './commissions-table';

const item: CommissionListItem = {
  id: 'c1',
  status: 'funds_received',
  amount: 1482.4,
  agentAmount: 889.44,
  bookingReference: 'AZC-47902',
  saleDate: '2026-09-28',
  saleStatus: 'paid',
  totalAmount: 11400,
  salesId: 's1',
  createdAt: '2026-09-28T10:00:00Z',
  commissionSplit: 60,
  customer: { id: 'k1', firstName: 'Elena', lastName: 'Duval' },
  vendor: { id: 'v1', name: 'Azure Coast Cruises', logoUrl: null },
  dueOn: null,
  open: 1482.4,
  owed: 0,
  agent: { id: 'u1', firstName: 'Priya', lastName: 'Raman', avatarUrl: null },
};

const byDefault = { column: 'createdAt', direction: 'desc' } as const;
const sorting: Sorting = {
  current: byDefault,
  byDefault,
  to: ({ column, direction }) => `/commissions?sort=${column}&dir=${direction}`,
  link: Link,
};
const look = { sorting, currency: 'USD', today: '2026-11-21', overdue: false };

function rows() {
  return within(screen.getByRole('table', { name: 'Commissions' })).getAllByRole('row');
}

describe('CommissionsTable', () => {
  it('links each booking to its commission and shows who, when, where it stands and how much', () => {
    renderAt(<CommissionsTable {...look} items={[item]} showAgent />);
    const row = rows()[1];
    expect(screen.getByRole('link', { name: 'AZC-47902' })).toHaveAttribute('href', '/commissions/c1');
    for (const text of ['Elena Duval', 'Azure Coast Cruises', 'Priya R.', 'Sep 28, 2026', 'Funds received']) {
      expect(row).toHaveTextContent(text);
    }
    expect(row).toHaveTextContent('$11,400');
    expect(row).toHaveTextContent('$1,482');
    expect(row).toHaveTextContent('$889');
  });

  it('sorts by its columns, with no arrow while the newest come first', () => {
    renderAt(<CommissionsTable {...look} items={[item]} showAgent />);
    const heads = screen.getAllByRole('columnheader');
    expect(heads.filter((head) => head.hasAttribute('aria-sort'))).toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Commission' })).toHaveAttribute(
      'href',
      '/commissions?sort=amount&dir=desc',
    );
    expect(screen.getByRole('link', { name: 'Vendor' })).toHaveAttribute(
      'href',
      '/commissions?sort=vendor&dir=asc',
    );
  });

  it('leaves the agent out for agents, on the phone too', () => {
    renderAt(<CommissionsTable {...look} items={[item]} showAgent={false} />);
    expect(screen.queryByRole('columnheader', { name: 'Agent' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Priya/)).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Commissions' })).toHaveTextContent(
      'Azure Coast Cruises · Sep 28',
    );
  });

  it('says for how long the vendor is late, whatever the agent was paid, and nothing where nothing is owed', () => {
    const late: CommissionListItem = { ...item, status: 'agent_paid', dueOn: '2026-11-20', owed: 482.4 };
    const { rerender } = renderAt(<CommissionsTable {...look} items={[late]} showAgent />);
    expect(rows()[1]).toHaveTextContent('Agent paid1 day late');
    rerender(<CommissionsTable {...look} items={[{ ...late, dueOn: '2025-09-10' }]} showAgent />);
    expect(rows()[1]).toHaveTextContent('14 months late');
    rerender(<CommissionsTable {...look} items={[{ ...late, owed: 0 }]} showAgent />);
    expect(screen.queryByText(/late$/)).not.toBeInTheDocument();
  });

  // Holds commissions-24
  it('shows what is overdue by its due day, with what is owed of it', () => {
    const late: CommissionListItem = { ...item, status: 'agent_paid', dueOn: '2026-11-20', owed: 482.4 };
    renderAt(<CommissionsTable {...look} items={[late]} showAgent overdue />);
    expect(screen.getByRole('link', { name: 'Due' })).toHaveAttribute(
      'href',
      '/commissions?sort=dueOn&dir=asc',
    );
    expect(screen.getByRole('columnheader', { name: 'Owed' })).toBeInTheDocument();
    expect(rows()[1]).toHaveTextContent('Nov 20, 2026');
    expect(rows()[1]).toHaveTextContent('$482.40 of $1,482.40');
    expect(screen.getByRole('list', { name: 'Commissions' })).toHaveTextContent('due Nov 20');
  });

  // Holds pages-8
  it('shows of what is overdue the day it was due, and sorts by it', () => {
    const unpaid: CommissionListItem = { ...item, status: 'unpaid', dueOn: '2026-11-03' };
    renderAt(<CommissionsTable {...look} items={[unpaid]} showAgent overdue />);
    expect(screen.getByRole('link', { name: 'Due' })).toHaveAttribute(
      'href',
      '/commissions?sort=dueOn&dir=asc',
    );
    expect(within(rows()[1] as HTMLElement).getByRole('cell', { name: 'Nov 3, 2026' })).toBeVisible();
    expect(screen.queryByText('Sep 28, 2026')).not.toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Commissions' })).toHaveTextContent('due Nov 3');
  });

  it('gives agents their share as the amount, and names the gross commission', () => {
    renderAt(<CommissionsTable {...look} items={[item]} showAgent={false} />);
    expect(screen.getAllByRole('columnheader').at(-1)).toHaveTextContent('Your share');
    expect(
      within(rows()[1] as HTMLElement)
        .getAllByRole('cell')
        .at(-1),
    ).toHaveTextContent('$889');
    const phone = screen.getByRole('list', { name: 'Commissions' });
    expect(phone).toHaveTextContent('$889');
    expect(phone).toHaveTextContent('of $1,482.40 gross');
  });

  // Holds payouts-10
  it('shows of what is ready what can be paid now, in place of the shares', () => {
    renderAt(<CommissionsTable {...look} items={[{ ...item, agentAmount: 135 }]} showAgent ready />);
    expect(screen.getAllByRole('columnheader').at(-1)).toHaveTextContent('Ready to pay');
    expect(rows()[1]).toHaveTextContent('$135.00 ready to pay');
    const phone = screen.getByRole('list', { name: 'Commissions' });
    expect(phone).toHaveTextContent('$135');
    expect(phone).toHaveTextContent('of $1,482.40 gross');
  });

  // Holds agreements-80
  it('says that a commission is divided', () => {
    renderAt(<CommissionsTable {...look} items={[{ ...item, divided: true }]} showAgent />);
    expect(rows()[1]).toHaveTextContent('$889.44 to the agents');
    expect(
      within(rows()[1] as HTMLElement)
        .getAllByRole('cell')
        .at(-1),
    ).toHaveTextContent('divided $889');
  });

  it('marks a cancelled commission', () => {
    renderAt(<CommissionsTable {...look} items={[{ ...item, status: 'cancelled' }]} showAgent />);
    expect(rows()[1]).toHaveClass('is-void');
  });
});

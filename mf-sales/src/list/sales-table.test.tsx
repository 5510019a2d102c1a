import { Link } from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import { renderAt } from '@paperplane/shared/testing';
import type { Sorting } from '@paperplane/shared/ui';
import { screen, within } from '@testing-library/react';
import { aListedSale } from '../testing/factories';
import { FirstSale } from './list-states';
import { SalesTable } from './sales-table';
import { StatusTabs } from './status-tabs';

const byDefault = { column: 'saleDate', direction: 'desc' } as const;
const sorting: Sorting = {
  current: byDefault,
  byDefault,
  to: ({ column, direction }) => `/sales?sort=${column}&dir=${direction}`,
  link: Link,
};

describe('the table of sales', () => {
  it('links the booking reference and shows people, dates, status and amounts without cents', () => {
    const sale = aListedSale();
    renderAt(<SalesTable sales={[sale]} sorting={sorting} today="2026-11-21" showAgent />);
    const table = screen.getByRole('table', { name: 'Sales' });
    const link = within(table).getByRole('link', { name: 'NWR-10933' });
    expect(link).toHaveAttribute('href', `/sales/${sale.id}`);
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1)).toEqual([
      'Marcus Whitfield',
      'Northwind Rail',
      'TLTheo L.',
      'Nov 18, 2026',
      'Jan 12 – 19, 2027',
      'Booked',
      '$360',
      '$3,275',
    ]);
    expect(within(table).getByRole('columnheader', { name: 'Sale date' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
  });

  it('sorts by each column, amounts and dates from the largest', () => {
    renderAt(<SalesTable sales={[aListedSale()]} sorting={sorting} today="2026-11-21" showAgent />);
    const links = within(screen.getByRole('table')).getAllByRole('link').slice(0, -1);
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Booking', '/sales?sort=bookingReference&dir=asc'],
      ['Customer', '/sales?sort=customer&dir=asc'],
      ['Vendor', '/sales?sort=vendor&dir=asc'],
      ['Agent', '/sales?sort=agent&dir=asc'],
      ['Sale date', '/sales?sort=saleDate&dir=asc'],
      ['Travel', '/sales?sort=travelDate&dir=desc'],
      ['Status', '/sales?sort=status&dir=asc'],
      ['Commission', '/sales?sort=commissionAmount&dir=desc'],
      ['Total', '/sales?sort=totalAmount&dir=desc'],
    ]);
  });

  it('leaves the agent out for agents', () => {
    renderAt(<SalesTable sales={[aListedSale()]} sorting={sorting} today="2026-11-21" showAgent={false} />);
    expect(screen.queryByRole('columnheader', { name: 'Agent' })).not.toBeInTheDocument();
    expect(screen.queryByText(/Theo/)).not.toBeInTheDocument();
  });

  it('leaves out in a group what all its sales have in common', () => {
    renderAt(<SalesTable sales={[aListedSale()]} today="2026-11-21" showAgent inGroup />);
    const table = screen.getByRole('table', { name: 'Sales' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Booking', 'Customer', 'Agent', 'Sale date', 'Status', 'Commission', 'Total']);
    expect(within(table).getAllByRole('cell')).toHaveLength(7);
  });

  it('gives agents their share, and names the gross commission', () => {
    renderAt(<SalesTable sales={[aListedSale()]} sorting={sorting} today="2026-11-21" showAgent={false} />);
    const table = screen.getByRole('table', { name: 'Sales' });
    expect(within(table).getByRole('link', { name: 'Your share' })).toBeInTheDocument();
    expect(table).toHaveTextContent('$216of $360 gross');
  });

  it('strikes out what was cancelled and names what is missing', () => {
    renderAt(
      <SalesTable
        sorting={sorting}
        today="2026-11-21"
        showAgent
        sales={[aListedSale({ cancelled: true, departs: null, returns: null }, { bookingReference: null })]}
      />,
    );
    const table = screen.getByRole('table', { name: 'Sales' });
    const row = within(table).getAllByRole('row')[1];
    expect(row).toHaveClass('is-void');
    expect(row).toHaveTextContent('No reference');
    expect(row).toHaveTextContent('N/A');
  });

  it('says the same in two lines on a phone', () => {
    renderAt(<SalesTable sales={[aListedSale()]} sorting={sorting} today="2026-11-21" showAgent />);
    const item = within(screen.getByRole('list', { name: 'Sales' })).getByRole('link');
    expect(item).toHaveTextContent('Marcus Whitfield');
    expect(item).toHaveTextContent('NWR-10933 · Nov 18');
    expect(item).toHaveTextContent('$3,275');
  });

  it('says the year of another year on a phone, too', () => {
    renderAt(<SalesTable sales={[aListedSale()]} sorting={sorting} today="2027-01-02" showAgent />);
    const item = within(screen.getByRole('list', { name: 'Sales' })).getByRole('link');
    expect(item).toHaveTextContent('NWR-10933 · Nov 18, 2026');
  });
});

describe('around the table', () => {
  const one = { count: 1, amount: 10, commissionAmount: 1 };
  const sums = {
    booked: one,
    paid: one,
    cancelled: { count: 0, amount: 0, commissionAmount: 0 },
    total: { count: 2, amount: 20, commissionAmount: 2 },
    active_total: one,
  };

  it('offers a tab for each status with its count, and marks the one that is open', () => {
    renderAt(<StatusTabs status="paid" sums={sums} statusTo={(status) => `/sales?status=${status}`} />);
    const links = within(screen.getByRole('navigation', { name: 'Status' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'All2',
      'Active1',
      'Booked1',
      'Paid1',
      'Cancelled0',
    ]);
    expect(links[3]).toHaveAttribute('aria-current', 'true');
    expect(links[4]).toHaveAttribute('href', '/sales?status=cancelled');
    expect(links[1]).toHaveAttribute('href', '/sales?status=active');
  });

  it('invites to a first sale, and out of a filter nothing matches', () => {
    renderAt(<FirstSale />);
    expect(screen.getByRole('link', { name: 'Create sale' })).toHaveAttribute('href', '/sales/create');
    renderAt(<NoMatch title="No cancelled sales" text="Nothing matches." clearTo="/sales" />);
    expect(screen.getByRole('heading', { name: 'No cancelled sales' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/sales');
  });
});

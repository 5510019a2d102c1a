import { renderAt } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { aSale } from '../testing';
import { NoMatch, FirstSale } from './list-states';
import { SalesTable } from './sales-table';
import { StatusTabs } from './status-tabs';

describe('the table of sales', () => {
  it('links the booking reference and shows people, dates, status and amounts without cents', () => {
    const sale = aSale();
    renderAt(<SalesTable sales={[sale]} />);
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

  it('strikes out what was cancelled and names what is missing', () => {
    renderAt(
      <SalesTable
        sales={[
          aSale({
            status: 'cancelled',
            bookingReference: null,
            customer: null,
            vendor: null,
            travelDate: null,
            returnDate: null,
          }),
        ]}
      />,
    );
    const table = screen.getByRole('table', { name: 'Sales' });
    const row = within(table).getAllByRole('row')[1];
    expect(row).toHaveClass('is-void');
    expect(row).toHaveTextContent('No reference');
    expect(row).toHaveTextContent('Unknown');
    expect(row).toHaveTextContent('N/A');
  });

  it('says the same in two lines on a phone', () => {
    renderAt(<SalesTable sales={[aSale()]} />);
    const item = within(screen.getByRole('list', { name: 'Sales' })).getByRole('link');
    expect(item).toHaveTextContent('Marcus Whitfield');
    expect(item).toHaveTextContent('NWR-10933 · Nov 18');
    expect(item).toHaveTextContent('$3,275');
  });
});

describe('around the table', () => {
  const one = { count: 1, amount: 10 };
  const sums = {
    booked: one,
    paid: one,
    cancelled: { count: 0, amount: 0 },
    total: { count: 2, amount: 20 },
    activeTotal: one,
  };

  it('offers a tab for each status with its count, and marks the one that is open', () => {
    renderAt(<StatusTabs status="paid" sums={sums} statusTo={(status) => `/sales?status=${status}`} />);
    const links = within(screen.getByRole('navigation', { name: 'Status' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['All2', 'Booked1', 'Paid1', 'Cancelled0']);
    expect(links[2]).toHaveAttribute('aria-current', 'true');
    expect(links[3]).toHaveAttribute('href', '/sales?status=cancelled');
  });

  it('invites to a first sale, and out of a filter nothing matches', () => {
    renderAt(<FirstSale />);
    expect(screen.getByRole('link', { name: 'Create sale' })).toHaveAttribute('href', '/sales/create');
    renderAt(<NoMatch status="cancelled" clearTo="/sales" />);
    expect(screen.getByRole('heading', { name: 'No cancelled sales' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/sales');
  });
});

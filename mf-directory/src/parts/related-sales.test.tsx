import { latestSales } from '@paperplane/shared/contract';
import { fromDatabase } from '@paperplane/shared/domain';
import { renderAt, saleRow } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { parse } from 'valibot';
import type { LatestSales } from './latest-sales';
import { RelatedSales } from './related-sales';

const { booking_reference, sale_date, travel_date, return_date, total_amount, status, vendor } = saleRow({
  reference: 'AZC-48210',
  sold: '2026-11-05',
  departs: '2027-03-06',
  returns: '2027-03-17',
  amount: 8460.4,
  vendor: 'Azure Coast Cruises',
});
const sale = fromDatabase(
  parse(latestSales.entries.rows.item, {
    id: '00000000-0000-4000-8000-000000000051',
    ...{ booking_reference, sale_date, travel_date, return_date, total_amount, status },
    customer: null,
    vendor: { name: vendor.name },
  }),
);

const show = (sales: LatestSales) =>
  renderAt(
    <RelatedSales
      title="Purchases"
      party={{ head: 'Vendor', of: ({ vendor }) => vendor?.name ?? 'Unknown' }}
      emptyText="Nothing was booked."
      currency="USD"
      sales={sales}
    />,
  );

describe('RelatedSales', () => {
  it('links each sale and shows its other side, travel, sale date, status and total', () => {
    show({ rows: [sale], count: 9, activeCount: 7, cancelledCount: 2 });
    const table = screen.getByRole('table', { name: 'Purchases' });
    expect(within(table).getByRole('link', { name: 'AZC-48210' })).toHaveAttribute(
      'href',
      `/sales/${sale.id}`,
    );
    const row = within(table).getAllByRole('row')[1];
    expect(row).toHaveTextContent('Azure Coast Cruises');
    expect(row).toHaveTextContent('Mar 6 – 17, 2027');
    expect(row).toHaveTextContent('Nov 5, 2026');
    expect(row).toHaveTextContent('Booked');
    expect(row).toHaveTextContent('$8,460');
    const item = within(screen.getByRole('list', { name: 'Purchases' })).getByRole('link');
    expect(item).toHaveAttribute('href', `/sales/${sale.id}`);
    expect(item).toHaveTextContent('AZC-48210 · Nov 5, 2026');
    expect(screen.getByRole('heading', { name: 'Purchases 7 and 2 cancelled' })).toBeInTheDocument();
  });

  it('names a sale without a reference, and strikes a cancelled one', () => {
    show({
      rows: [{ ...sale, bookingReference: null, status: 'cancelled' }],
      count: 1,
      activeCount: 0,
      cancelledCount: 1,
    });
    const link = within(screen.getByRole('table')).getByRole('link', { name: 'No reference' });
    expect(link.closest('tr')).toHaveClass('is-void');
  });

  it('says what will be here', () => {
    show({ rows: [], count: 0, activeCount: 0, cancelledCount: 0 });
    expect(screen.getByText('Nothing was booked.')).toBeInTheDocument();
  });
});

import { renderAt, saleRow } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import { toRelatedSale, type LatestSales } from './latest-sales';
import { RelatedSales } from './related-sales';

const row = saleRow({
  reference: 'AZC-48210',
  departs: '2027-03-06',
  returns: '2027-03-17',
  amount: 8460.4,
  vendor: 'Azure Coast Cruises',
});
const sale = { ...toRelatedSale(row), customerName: null };

const show = (sales: LatestSales) =>
  renderAt(
    <RelatedSales
      title="Purchases"
      party={{ head: 'Vendor', of: ({ vendorName }) => vendorName ?? 'Unknown' }}
      emptyText="Nothing was booked."
      currency="USD"
      sales={sales}
    />,
  );

describe('RelatedSales', () => {
  it('links each sale and shows its other side, travel, status and total', () => {
    show({ items: [sale], count: 7 });
    const table = screen.getByRole('table', { name: 'Purchases' });
    expect(within(table).getByRole('link', { name: 'AZC-48210' })).toHaveAttribute('href', '/sales/s1');
    const row = within(table).getAllByRole('row')[1];
    expect(row).toHaveTextContent('Azure Coast Cruises');
    expect(row).toHaveTextContent('Mar 6 – 17, 2027');
    expect(row).toHaveTextContent('Booked');
    expect(row).toHaveTextContent('$8,460');
    expect(screen.getByRole('heading', { name: 'Purchases 7' })).toBeInTheDocument();
  });

  it('names a sale without a reference, and strikes a cancelled one', () => {
    show({ items: [{ ...sale, bookingReference: null, status: 'cancelled' }], count: 1 });
    const link = within(screen.getByRole('table')).getByRole('link', { name: 'No reference' });
    expect(link.closest('tr')).toHaveClass('is-void');
  });

  it('says what will be here', () => {
    show({ items: [], count: 0 });
    expect(screen.getByText('Nothing was booked.')).toBeInTheDocument();
  });
});

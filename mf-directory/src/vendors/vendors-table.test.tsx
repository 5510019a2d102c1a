import { Link } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VendorListItem } from './vendor';
import { VendorsTable } from './vendors-table';

const vendor = (changes: Partial<VendorListItem>): VendorListItem => ({
  id: 'v1',
  name: 'Azure Coast Cruises',
  logoUrl: null,
  logoPath: null,
  category: 'cruise',
  defaultCommissionRate: 13,
  expectedPaymentDays: 30,
  expectedPaymentBasis: 'departure',
  isArchived: false,
  salesCount: 58,
  totalAmount: 486_200.4,
  ...changes,
});

const archive = jest.fn();
const show = () =>
  renderAt(
    <VendorsTable
      vendors={[
        vendor({}),
        vendor({ id: 'v2', name: 'Tidewater Ferries', isArchived: true, salesCount: 0, totalAmount: 0 }),
      ]}
      currency="USD"
      sorting={{
        current: { column: 'name', direction: 'asc' },
        byDefault: { column: 'name', direction: 'asc' },
        to: ({ column, direction }) => `?sort=${column}&dir=${direction}`,
        link: Link,
      }}
      itemsFor={() => [{ key: 'archive', label: 'Archive…', onSelect: archive }]}
    />,
  );

describe('vendors', () => {
  it('show category, terms, rate and what was sold', () => {
    show();
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row');
    expect(first).toHaveTextContent('Azure Coast CruisesCruises30 days after departure13%58$486,200');
    expect(second).toHaveTextContent('Archived');
    expect(second).toHaveTextContent('––');
  });

  it('open by their name, and sort by their heads', () => {
    show();
    const table = screen.getByRole('table');
    expect(within(table).getByRole('link', { name: 'Azure Coast Cruises' })).toHaveAttribute(
      'href',
      '/vendors/v1',
    );
    expect(within(table).getByRole('link', { name: 'Revenue' })).toHaveAttribute(
      'href',
      expect.stringContaining('sort=totalAmount&dir=desc'),
    );
  });

  it('have a menu each', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Tidewater Ferries' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive…' }));
    expect(archive).toHaveBeenCalled();
  });
});

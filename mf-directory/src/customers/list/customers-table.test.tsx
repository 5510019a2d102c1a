import { renderAt } from '@paperplane/shared/testing';
import { screen, within } from '@testing-library/react';
import type { CustomerListItem } from '../customer';
import { CustomersTable } from './customers-table';

const customer: CustomerListItem = {
  id: 'c1',
  firstName: 'Elena',
  lastName: 'Duval',
  email: 'elena@example.com',
  phone: '+1 (415) 555-0148',
  tags: ['VIP', 'Family', 'Golf'],
  city: null,
  country: null,
  createdAt: '2024-02-19T14:00:00+00:00',
  archivedAt: null,
  salesCount: 4,
  totalAmount: 27990.4,
  lastSaleDate: '2026-11-19',
  agent: { id: 'a1', firstName: 'Priya', lastName: 'Raman', avatarUrl: null },
};
const link = ({ children }: { children?: React.ReactNode }) => <>{children}</>;
const sorting = {
  current: { column: 'lastSaleDate', direction: 'desc' as const },
  byDefault: { column: 'lastSaleDate', direction: 'desc' as const },
  to: () => '?',
  link,
};
const show = (changes: Partial<CustomerListItem> = {}, showAgent = true) =>
  renderAt(
    <CustomersTable
      customers={[{ ...customer, ...changes }]}
      sorting={sorting}
      currency="USD"
      today="2026-11-21"
      showAgent={showAgent}
    />,
  );
const cells = () => within(screen.getByRole('table', { name: 'Customers' })).getAllByRole('row')[1];

it('shows who they are, who looks after them, and what they bought', () => {
  show();
  expect(within(screen.getByRole('table')).getByRole('link', { name: 'Elena Duval' })).toHaveAttribute(
    'href',
    '/customers/c1',
  );
  expect(cells()).toHaveTextContent('Elena DuvalVIPFamily+1 more tagselena@example.com');
  expect(cells()).toHaveTextContent('Priya RamanNov 19, 20264$27,990');
});

it.each([
  [{}, 'elena@example.com'],
  [{ email: null }, '+1 (415) 555-0148'],
  [{ email: null, phone: null }, 'No contact details'],
])('says on a phone how to reach them: %j', (changes, way) => {
  show(changes);
  expect(screen.getByRole('list', { name: 'Customers' })).toHaveTextContent(way);
});

it('says the year of the last purchase on a phone, too, where it is not this one', () => {
  show({ lastSaleDate: '2025-11-19' });
  expect(screen.getByRole('list', { name: 'Customers' })).toHaveTextContent('Nov 19, 2025');
});

it('has dashes where there is nothing', () => {
  show({ phone: null, lastSaleDate: null, agent: null, salesCount: 0, totalAmount: 0, tags: [] });
  expect(cells()).toHaveTextContent('Elena Duvalelena@example.com–––0$0');
});

it('shows agents no column of agents', () => {
  show({}, false);
  expect(screen.queryByText('Priya Raman')).not.toBeInTheDocument();
});

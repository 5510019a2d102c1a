import { screen } from '@testing-library/react';
import { renderSignedIn } from '@paperplane/shared/testing';
import { NotificationItem } from './notification-item';
import { toNotifications, type NotificationRow } from './notification';

const ROW: NotificationRow = {
  id: 'n1',
  type: 'sale',
  code: null,
  params: {},
  message: 'Noah Brandt cancelled your sale.',
  is_read: true,
  created_at: '2026-11-21T09:00:00Z',
  commentable_type: 'sales',
  commentable_id: 's1',
  communication_id: null,
};

// Holds notifications-3
it('names a sale with the cents of its total', () => {
  const customer = { first_name: 'Marcus', last_name: 'Whitfield' };
  const sale = { id: 's1', booking_reference: 'NWR-1', total_amount: 2939.2, customer };
  const [item] = toNotifications([ROW], [sale]);
  renderSignedIn(<NotificationItem item={item!} />);
  expect(screen.getByText('NWR-1, Marcus Whitfield · $2,939.20')).toBeVisible();
});

it('leads owners to the reports whose sums were mended', () => {
  const mended = { ...ROW, type: 'system', message: 'Sums were wrong.', commentable_id: null };
  const [item] = toNotifications([{ ...mended, commentable_type: 'reports' }], []);
  renderSignedIn(<NotificationItem item={item!} />);
  expect(screen.getByRole('link', { name: /Sums were wrong/ })).toHaveAttribute('href', '/reports');
});

// Holds commissions-47
it('leads owners from reopened books to the settings of the agency', () => {
  const message =
    'Noah Brandt reopened the books: they were closed through May 31, 2026, now nothing is closed.';
  const reopened = { ...ROW, type: 'books', message, commentable_type: 'organization', commentable_id: 'o1' };
  const [item] = toNotifications([reopened], []);
  renderSignedIn(<NotificationItem item={item!} />);
  expect(screen.getByRole('link', { name: /reopened the books/ })).toHaveAttribute(
    'href',
    '/profile?tab=organization',
  );
});

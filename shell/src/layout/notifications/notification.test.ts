import { badge, saleIdsOf, toNotifications, type NotificationRow } from './notification';
import { notificationTarget } from './notification-target';

const row = (more: Partial<NotificationRow>): NotificationRow => ({
  id: 'n1',
  type: 'mention',
  message: 'Theo mentioned you',
  is_read: false,
  created_at: '2026-11-21T09:00:00Z',
  commentable_type: null,
  commentable_id: null,
  communication_id: null,
  ...more,
});

// docs/product.md, Notification targets
describe('notificationTarget', () => {
  it.each([
    ['sales', 'x', 's9', '/sales/s9'],
    ['sales', 'x', null, '/sales/x'],
    ['sales', null, null, '/notifications'],
    ['customers', 'c1', null, '/customers/c1'],
    ['commissions', 'c2', null, '/commissions/c2'],
    ['vendors', 'v1', null, '/vendors/v1'],
    ['team', 'm1', null, '/team/m1'],
    ['invoices', 'i1', null, '/invoices/i1'],
    ['..', '../evil', null, '/../..%2Fevil'],
    [null, null, null, '/notifications'],
    ['vendors', null, null, '/notifications'],
  ])('%s %s (sale %s) leads to %s', (commentableType, commentableId, saleId, target) => {
    expect(notificationTarget({ commentableType, commentableId, saleId })).toBe(target);
  });
});

// The bell's badge is capped at 9+
test.each([
  [-1, ''],
  [0, ''],
  [1, '1'],
  [9, '9'],
  [10, '9+'],
  [250, '9+'],
])('a badge for %i says "%s"', (count, text) => {
  expect(badge(count)).toBe(text);
});

// A row in the client's names
describe('toNotifications', () => {
  const sale = row({ commentable_type: 'sales', commentable_id: 's1' });

  it('adds the sale with its customer to notifications about sales', () => {
    const sales = [
      { id: 's1', booking_reference: 'NWR-1', customer: { first_name: 'Marcus', last_name: 'Whitfield' } },
    ];
    expect(toNotifications([sale], sales)[0]).toMatchObject({
      isRead: false,
      saleId: 's1',
      sale: { id: 's1', customerName: 'Marcus Whitfield', bookingReference: 'NWR-1' },
    });
  });

  it('says Unknown where the customer has no name', () => {
    const sales = [{ id: 's1', booking_reference: null, customer: null }];
    expect(toNotifications([sale], sales)[0]?.sale?.customerName).toBe('Unknown');
  });

  it('leaves the sale out where the reader may not see it', () => {
    expect(toNotifications([sale], [])[0]).toMatchObject({ saleId: 's1', sale: null });
  });

  it('asks for each sale once', () => {
    expect(saleIdsOf([sale, sale, row({ commentable_type: 'vendors', commentable_id: 'v' })])).toEqual([
      's1',
    ]);
  });
});

import { groupAlike } from './group-alike';
import { badge, idsOf, toNotifications, type NotificationRow } from './notification';
import { notificationTarget } from './notification-target';
import { notificationText } from './notification-words';

const row = (more: Partial<NotificationRow>): NotificationRow => ({
  id: 'n1',
  type: 'mention',
  code: null,
  params: {},
  message: 'Theo mentioned you',
  is_read: false,
  created_at: '2026-11-21T09:00:00Z',
  commentable_type: null,
  commentable_id: null,
  communication_id: null,
  ...more,
});

// docs/product/notifications.md, Notification targets
describe('notificationTarget', () => {
  // Holds notifications-1
  it.each([
    ['sales', 'x', 's9', '/sales/s9'],
    ['sales', 'x', null, '/sales/x'],
    ['sales', null, null, '/notifications'],
    ['customers', 'c1', null, '/customers/c1'],
    ['commissions', 'c2', null, '/commissions/c2'],
    ['vendors', 'v1', null, '/vendors/v1'],
    ['payouts', 'b1', null, '/commissions/payouts/b1'],
    ['statements', 's1', null, '/commissions/statements/s1'],
    ['team', 'm1', null, '/team/m1'],
    ['reports', null, null, '/reports'],
    ['organization', 'o1', null, '/profile?tab=organization'],
    ['my_payouts', 'u1', null, '/commissions/payouts/mine'],
    ['invoices', 'i1', null, '/invoices/i1'],
    ['..', '../evil', null, '/../..%2Fevil'],
    [null, null, null, '/notifications'],
    ['vendors', null, null, '/notifications'],
  ])('%s %s (sale %s) leads to %s', (commentableType, commentableId, saleId, target) => {
    expect(notificationTarget({ commentableType, commentableId, saleId, communicationId: null })).toBe(
      target,
    );
  });

  it.each(['sales', 'customers', 'commissions', 'vendors'])(
    'leads to the message of a conversation on %s',
    (type) => {
      const item = { commentableType: type, commentableId: 'r1', saleId: null, communicationId: 'm1' };
      expect(notificationTarget(item)).toBe(`/${type}/r1?message=m1`);
    },
  );
});

// The bell's badge is capped at 9+
// Holds platform-18
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
      {
        id: 's1',
        booking_reference: 'NWR-1',
        total_amount: 3275,
        customer: { first_name: 'Marcus', last_name: 'Whitfield' },
      },
    ];
    expect(toNotifications([sale], sales)[0]).toMatchObject({
      isRead: false,
      saleId: 's1',
      sale: { id: 's1', customerName: 'Marcus Whitfield', bookingReference: 'NWR-1', totalAmount: 3275 },
    });
  });

  it('says Unknown where the customer has no name', () => {
    const sales = [{ id: 's1', booking_reference: null, total_amount: 0, customer: null }];
    expect(toNotifications([sale], sales)[0]?.sale?.customerName).toBe('Unknown');
  });

  it('leaves the sale out where the reader may not see it', () => {
    expect(toNotifications([sale], [])[0]).toMatchObject({ saleId: 's1', sale: null });
  });

  it('says how the message begins, on one line and without the ids of mentions', () => {
    const mention = row({ communication_id: 'm1' });
    const id = '0b5e1c1e-0000-4000-8000-000000000001';
    const words = [{ id: 'm1', body: `<@${id}> two sets\nadd up` }];
    expect(toNotifications([mention], [], [], words)[0]?.words).toBe('two sets add up');
    expect(toNotifications([mention], [], [], [{ id: 'm1', body: null }])[0]?.words).toBeNull();
    expect(toNotifications([mention], [])[0]?.words).toBeNull();
  });

  it('asks for each sale once', () => {
    const vendor = row({ commentable_type: 'vendors', commentable_id: 'v' });
    expect(idsOf([sale, sale, vendor], 'sales')).toEqual(['s1']);
    expect(idsOf([sale, sale, vendor], 'commissions')).toEqual([]);
  });

  it('adds the share to notifications about commissions the reader may see', () => {
    const payout = row({ commentable_type: 'commissions', commentable_id: 'c1' });
    expect(toNotifications([payout], [], [{ id: 'c1', agent_amount: 360.5 }])[0]?.share).toBe(360.5);
    expect(toNotifications([payout], [], [])[0]?.share).toBeNull();
  });
});

// docs/product/notifications.md, Bell and notifications page
describe('groupAlike', () => {
  const news = (...kinds: [type: string, createdAt: string][]) =>
    toNotifications(
      kinds.map(([type, created_at], index) => row({ id: String(index), type, created_at })),
      [],
    );
  const shown = (items: ReturnType<typeof news>, isCut = false, zone = 'UTC') =>
    groupAlike(items, isCut, zone).map((entry) => ('items' in entry ? entry.title : entry.id));
  const at = (day: number, hour = 9) => `2026-11-${day}T0${hour}:00:00Z`;

  it('brings together three and more of one kind and day, where the newest stands', () => {
    expect(
      shown(
        news(
          ['mention', at(21, 9)],
          ['sale_paid', at(21, 8)],
          ['sale_recorded', at(21, 7)],
          ['sale_paid', at(21, 6)],
          ['sale_recorded', at(21, 5)],
          ['sale_paid', at(21, 4)],
          ['sale_paid', at(20)],
        ),
      ),
    ).toEqual(['0', '3 sales were paid by their customers', '2', '4', '6']);
  });

  it('never brings mentions together', () => {
    expect(shown(news(['mention', at(21)], ['mention', at(21)], ['mention', at(21)]))).toEqual([
      '0',
      '1',
      '2',
    ]);
  });

  it('says that there may be more of the last day that is loaded', () => {
    const three = (day: number) => Array.from({ length: 3 }, (): [string, string] => ['payout', at(day)]);
    expect(shown(news(...three(21), ...three(20)), true)).toEqual([
      '3 of your payouts were recorded',
      '3+ of your payouts were recorded',
    ]);
  });

  it('goes by the days of the organization', () => {
    const around = news(
      ['payout', '2026-11-21T01:00:00Z'],
      ['payout', '2026-11-20T23:00:00Z'],
      ['payout', '2026-11-20T22:00:00Z'],
    );
    expect(shown(around)).toEqual(['0', '1', '2']);
    expect(shown(around, false, 'America/New_York')).toEqual(['3 of your payouts were recorded']);
  });
});

// Whoever may not know the customer is told none.
it.each([
  [{ reference: 'NWR-1', customer: 'Vera Lind' }, 'the sale NWR-1 for Vera Lind.'],
  [{ reference: 'NWR-1', customer: null }, 'the sale NWR-1 for Unknown.'],
  [{ reference: null, customer: 'Vera Lind' }, 'the sale for Vera Lind.'],
  [{ reference: 'NWR-1' }, 'the sale NWR-1.'],
  [{ reference: null }, 'the sale.'],
])('a message about the sale %j says %p', (sale, text) => {
  const told = row({ code: 'vendor_paid', params: { vendor: 'Northwind Rail', sale } });
  expect(notificationText(told)).toBe(`Northwind Rail paid the commission on ${text}`);
});

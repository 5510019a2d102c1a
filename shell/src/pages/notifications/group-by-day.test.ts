import { toNotifications } from '../../layout/notifications/notification';
import { groupByDay } from './group-by-day';

const at = (created_at: string) =>
  toNotifications(
    [
      {
        id: created_at,
        code: null,
        params: {},
        type: 'x',
        message: '',
        is_read: true,
        created_at,
        commentable_type: null,
        commentable_id: null,
        communication_id: null,
      },
    ],
    [],
  );

test('today begins at midnight of the organization', () => {
  const now = new Date('2026-11-21T03:00:00Z');
  const items = [...at('2026-11-21T01:00:00Z'), ...at('2026-11-20T22:00:00Z')];
  expect(groupByDay(items, now, 'UTC').map((group) => [group.title, group.items.length])).toEqual([
    ['Today', 1],
    ['Earlier', 1],
  ]);
  expect(groupByDay(items, now, 'America/New_York').map((group) => group.title)).toEqual(['Today']);
});

import type { contract } from '@paperplane/shared/contract';
import { api, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import {
  idsOf,
  toNotifications,
  type Notification,
  type NotificationCommissionRow,
  type NotificationRow,
  type NotificationSaleRow,
  type NotificationWordsRow,
} from './notification';

/** How many the bell loads, and how many the page adds at a time. */
export const NOTIFICATIONS_STEP = 20;

interface NotificationsArg {
  userId: string;
  limit: number;
}

interface NotificationsAnswer {
  rows: NotificationRow[];
  sales: NotificationSaleRow[];
  commissions: NotificationCommissionRow[];
  words: NotificationWordsRow[];
}

export interface NotificationList {
  items: Notification[];
  /** How many there are in all. */
  total: number;
}

const ask = databaseDoor<typeof contract>();

/** The bell's and the notifications page's requests. */
export const notificationsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getNotifications: build.query<NotificationList, NotificationsArg>({
      query:
        ({ userId, limit }) =>
        async (db) => {
          const page = await db
            .from('notifications')
            .select(
              'id, type, code, params, message, is_read, created_at, commentable_type, commentable_id, communication_id',
              {
                count: 'exact',
              },
            )
            .eq('user_id', userId)
            .order('created_at', { ascending: false })
            .order('id')
            .limit(limit);
          if (page.error) return page;
          const rows: NotificationRow[] = page.data;
          const [saleIds, commissionIds] = [idsOf(rows, 'sales'), idsOf(rows, 'commissions')];
          const messageIds = rows.flatMap(({ communication_id: id }) => id ?? []);
          const [sales, commissions, words] = await Promise.all([
            saleIds.length > 0 &&
              db
                .from('sales')
                .select(
                  'id, booking_reference, total_amount, customer:customers!sales_customer_id_fkey(first_name, last_name)',
                )
                .in('id', saleIds),
            commissionIds.length > 0 &&
              db.from('commissions').select('id, agent_amount').in('id', commissionIds),
            messageIds.length > 0 && db.from('communications').select('id, body').in('id', messageIds),
          ]);
          // What it is about and how much is a courtesy: without it the message still says what happened.
          const data = {
            rows,
            sales: (sales && sales.data) || [],
            commissions: (commissions && commissions.data) || [],
            words: (words && words.data) || [],
          };
          return { ...page, data };
        },
      transformResponse: ({ rows, sales, commissions, words }: NotificationsAnswer, meta) => ({
        items: toNotifications(rows, sales, commissions, words),
        total: meta?.count ?? rows.length,
      }),
      providesTags: [{ type: 'Notification', id: 'LIST' }],
    }),

    // Refuses a session that was revoked: the one request of every page that finds out (auth/start.ts).
    getUnreadCount: build.query({
      ...ask('get_unread_count', (_userId: string) => ({})),
      providesTags: [{ type: 'Notification', id: 'UNREAD' }],
    }),

    markNotificationRead: build.mutation<null, { id: string }>({
      query:
        ({ id }) =>
        (db) =>
          db.from('notifications').update({ is_read: true }).eq('id', id).eq('is_read', false),
      invalidatesTags: ['Notification'],
    }),

    markAllNotificationsRead: build.mutation<null, { userId: string }>({
      query:
        ({ userId }) =>
        (db) =>
          db.from('notifications').update({ is_read: true }).eq('user_id', userId).eq('is_read', false),
      invalidatesTags: ['Notification'],
    }),
  }),
});

export const {
  useGetNotificationsQuery,
  useGetUnreadCountQuery,
  useMarkNotificationReadMutation,
  useMarkAllNotificationsReadMutation,
} = notificationsApi;

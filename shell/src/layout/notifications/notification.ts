import { displayName } from '@paperplane/shared/domain';

/** A row of `notifications` as the database sends it. */
export interface NotificationRow {
  id: string;
  type: string;
  code: string | null;
  params: unknown;
  message: string;
  is_read: boolean;
  created_at: string;
  commentable_type: string | null;
  commentable_id: string | null;
  communication_id: string | null;
}

/** The sale a notification is about, read beside it. */
export interface NotificationSaleRow {
  id: string;
  booking_reference: string | null;
  total_amount: number;
  customer: { first_name: string | null; last_name: string | null } | null;
}

/** The commission a notification is about, read beside it. */
export interface NotificationCommissionRow {
  id: string;
  agent_amount: number;
}

/** The words of the message that a mention or a reply is about, read beside it. */
export interface NotificationWordsRow {
  id: string;
  body: string | null;
}

/** A notification with client names. */
export interface Notification {
  id: string;
  type: string;
  code: string | null;
  params: unknown;
  message: string;
  isRead: boolean;
  createdAt: string;
  commentableType: string | null;
  commentableId: string | null;
  communicationId: string | null;
  saleId: string | null;
  sale: { id: string; customerName: string; bookingReference: string | null; totalAmount: number } | null;
  /** The agent's share of the commission it is about. */
  share: number | null;
  /** How the message begins that it is about. */
  words: string | null;
}

/** Mentions without a name: who is mentioned is told by the page the notification leads to. */
const begin = (body: string | null | undefined): string | null =>
  body
    ?.replace(/<@[0-9a-f-]{36}>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120) || null;

/** Joins notifications with the sales, commissions and messages they name; what the reader may not see stays null. */
export function toNotifications(
  rows: readonly NotificationRow[],
  sales: readonly NotificationSaleRow[],
  commissions: readonly NotificationCommissionRow[] = [],
  words: readonly NotificationWordsRow[] = [],
): Notification[] {
  const bodies = new Map(words.map(({ id, body }) => [id, body]));
  const shares = new Map(commissions.map(({ id, agent_amount }) => [id, agent_amount]));
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  return rows.map((row) => {
    const saleId = row.commentable_type === 'sales' ? row.commentable_id : null;
    const sale = saleId ? byId.get(saleId) : undefined;
    return {
      id: row.id,
      type: row.type,
      code: row.code,
      params: row.params,
      message: row.message,
      isRead: row.is_read,
      createdAt: row.created_at,
      commentableType: row.commentable_type,
      commentableId: row.commentable_id,
      communicationId: row.communication_id,
      saleId,
      sale: sale
        ? {
            id: sale.id,
            customerName: displayName({
              firstName: sale.customer?.first_name,
              lastName: sale.customer?.last_name,
            }),
            bookingReference: sale.booking_reference,
            totalAmount: sale.total_amount,
          }
        : null,
      share: (row.commentable_type === 'commissions' && shares.get(row.commentable_id ?? '')) || null,
      words: begin(bodies.get(row.communication_id ?? '')),
    };
  });
}

/** The records of one kind that have to be read for these notifications, each once. */
export const idsOf = (rows: readonly NotificationRow[], type: 'sales' | 'commissions'): string[] => [
  ...new Set(
    rows.flatMap((row) => (row.commentable_type === type && row.commentable_id ? [row.commentable_id] : [])),
  ),
];

/** What the bell's badge says: nothing at 0, capped at `9+`. */
export const badge = (count: number): string => (count <= 0 ? '' : count > 9 ? '9+' : String(count));

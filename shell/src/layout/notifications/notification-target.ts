import { paths } from '@paperplane/shared/platform';
import type { Notification } from './notification';

/** Where a notification leads (docs/product/notifications.md, Notification targets). */
export function notificationTarget({
  commentableType: type,
  commentableId: id,
  communicationId,
  saleId,
}: Pick<Notification, 'commentableType' | 'commentableId' | 'communicationId' | 'saleId'>): string {
  // The conversation shows the message and brings it into view.
  const query = { message: communicationId };
  if (type === 'sales') {
    const sale = saleId ?? id;
    return sale ? paths.sale.href(sale, query) : paths.notifications.href();
  }
  if (type === 'reports') return paths.reports.href();
  if (type === 'takeout') return paths.takeout.href();
  if (type === 'my_payouts') return paths.myPayouts.href();
  if (type === 'organization') return paths.profile.href({ tab: 'organization' });
  if (type === 'mailbox') return paths.mailbox.href();
  if (type === 'webhooks') return paths.webhooks.href();
  if (!type || !id) return paths.notifications.href();
  if (type === 'customers') return paths.customer.href(id, query);
  if (type === 'commissions') return paths.commission.href(id, query);
  if (type === 'vendors') return paths.vendor.href(id, query);
  if (type === 'payouts') return paths.payout.href(id);
  if (type === 'statements') return paths.statement.href(id);
  if (type === 'documents') return paths.documents.href({ open: id });
  return `/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

import { paths } from '@paperplane/shared/platform';
import type { Notification } from './notification';

/** Where a notification leads (docs/product.md, Notification targets). */
export function notificationTarget({
  commentableType: type,
  commentableId: id,
  saleId,
}: Pick<Notification, 'commentableType' | 'commentableId' | 'saleId'>): string {
  if (type === 'sales') {
    const sale = saleId ?? id;
    return sale ? paths.sale.href(sale) : paths.notifications.href();
  }
  if (!type || !id) return paths.notifications.href();
  if (type === 'customers') return paths.customer.href(id);
  if (type === 'commissions') return paths.commission.href(id);
  if (type === 'vendors') return paths.vendor.href(id);
  return `/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

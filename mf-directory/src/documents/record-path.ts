import { paths } from '@paperplane/shared/platform';
import type { DocumentRecord } from './document';

/** Where a document's record is. */
export function recordPath({ type, id }: DocumentRecord): string {
  switch (type) {
    case 'customers':
      return paths.customer.href(id);
    case 'sales':
      return paths.sale.href(id);
    case 'commissions':
      return paths.commission.href(id);
    case 'vendors':
      return paths.vendor.href(id);
  }
}

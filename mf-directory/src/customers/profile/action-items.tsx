import {
  Archive,
  ArchiveRestore,
  Download,
  Merge,
  ShieldX,
  Trash2,
  type MenuItem,
} from '@paperplane/shared/ui';
import type { CustomerProfile } from '../profile';

/** What the menu of a customer leads to. */
export type CustomerAction = 'merge' | 'archive' | 'restore' | 'export' | 'erase' | 'delete';

interface Viewer {
  id: string;
  isAdmin: boolean;
}

const HAS_SALES = 'Customers with sales cannot be deleted. Archive them instead.';

/** The menu of a customer for somebody; what the database would refuse is not offered, or says why. */
export function actionItems(
  { customer, totals }: CustomerProfile,
  viewer: Viewer,
  onSelect: (action: CustomerAction) => void,
): MenuItem[] {
  const item = (
    key: CustomerAction,
    label: string,
    icon: MenuItem['icon'],
    more: Partial<MenuItem> = {},
  ) => ({
    key,
    label,
    icon,
    onSelect: () => onSelect(key),
    ...more,
  });
  const isErased = customer.erasedAt !== null;
  const items: (MenuItem | false)[] = [
    viewer.isAdmin && !isErased && item('merge', 'Merge with another customer', <Merge className="pp-i" />),
    !isErased &&
      (customer.archivedAt
        ? item('restore', 'Restore', <ArchiveRestore className="pp-i" />)
        : item('archive', 'Archive', <Archive className="pp-i" />)),
    viewer.isAdmin &&
      !isErased &&
      item('export', 'Download personal data', <Download className="pp-i" />, { separated: true }),
    viewer.isAdmin &&
      !isErased &&
      item('erase', 'Erase personal data', <ShieldX className="pp-i" />, { danger: true }),
    (viewer.isAdmin || customer.createdBy === viewer.id) &&
      !isErased &&
      item('delete', 'Delete customer', <Trash2 className="pp-i" />, {
        danger: totals.salesCount === 0,
        refusal: totals.salesCount > 0 ? HAS_SALES : null,
      }),
  ];
  return items.filter((each) => each !== false);
}

import { useMemo } from 'react';
import { isAdmin } from '@paperplane/shared/domain';
import { useCurrentUser, useNavItems, type NavItem } from '@paperplane/shared/platform';
import { SECTIONS } from '../remotes/sections';

/** `/sales` is active on `/sales/17/edit`, not on `/sales-report`. */
export const isActivePath = (tab: string, pathname: string): boolean =>
  pathname === tab || pathname.startsWith(`${tab}/`);

/**
 * The tabs the deployed remotes bring, and a tab for each section whose remote is not there (yet): its page says so and
 * offers another try. In the order the manifests ask for.
 */
export function withMissingSections(items: readonly NavItem[], admin: boolean): NavItem[] {
  const missing = SECTIONS.map(({ label, prefix, access }, index): NavItem => ({
    label,
    path: prefix,
    access,
    order: (index + 1) * 10,
  })).filter(({ path, access }) => (admin || access === 'user') && items.every((item) => item.path !== path));
  return [...items, ...missing].sort((a, b) => a.order - b.order);
}

/** The tabs of whoever is signed in; Vendors is for admins only. */
export function useTabs(): NavItem[] {
  const items = useNavItems();
  const { role } = useCurrentUser();
  return useMemo(() => withMissingSections(items, isAdmin(role)), [items, role]);
}

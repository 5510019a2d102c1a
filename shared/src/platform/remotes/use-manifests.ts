import { useMemo } from 'react';
import type { Access, NavItem, QuickAction } from '../contract';
import { useAuth } from '../auth/use-auth';
import { useAppSelector } from '../hooks';

/** Keeps what the signed-in person may open, in the order the manifests ask for. */
function useAllowed<T extends { access: Access; order: number }>(items: readonly T[]): T[] {
  const { isAdmin } = useAuth();
  return useMemo(
    () => items.filter(({ access }) => access === 'user' || isAdmin).sort((a, b) => a.order - b.order),
    [items, isAdmin],
  );
}

/** The tabs of the top bar (docs/product.md, Top bar). */
export function useNavItems(): NavItem[] {
  const manifests = useAppSelector((state) => state.manifests);
  return useAllowed(useMemo(() => manifests.flatMap(({ nav }) => nav ?? []), [manifests]));
}

/** The dashboard's quick actions this person may use. */
export function useQuickActions(): QuickAction[] {
  const manifests = useAppSelector((state) => state.manifests);
  return useAllowed(useMemo(() => manifests.flatMap(({ quickActions }) => quickActions ?? []), [manifests]));
}

import { useMemo } from 'react';
import type { Access, NavItem, QuickAction, RemoteManifest, RemoteSlot } from '../contract';
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

/** The tabs of the top bar (docs/product/platform.md, Top bar). */
export function useNavItems(): NavItem[] {
  const manifests = useAppSelector((state) => state.manifests);
  return useAllowed(useMemo(() => manifests.flatMap(({ nav }) => nav ?? []), [manifests]));
}

/** The dashboard's quick actions this person may use. */
export function useQuickActions(): QuickAction[] {
  const manifests = useAppSelector((state) => state.manifests);
  return useAllowed(useMemo(() => manifests.flatMap(({ quickActions }) => quickActions ?? []), [manifests]));
}

/** A card with the remote that brings it. */
export interface SlotCard extends RemoteSlot {
  readonly remote: RemoteManifest['name'];
}

/** The cards this person may see in the places of a slot. */
export function useSlotCards(): SlotCard[] {
  const manifests = useAppSelector((state) => state.manifests);
  return useAllowed(
    useMemo(
      () => manifests.flatMap(({ name, slots = [] }) => slots.map((slot) => ({ ...slot, remote: name }))),
      [manifests],
    ),
  );
}

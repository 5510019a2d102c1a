import { useEffect, useMemo } from 'react';
import { isAdmin } from '@paperplane/shared/domain';
import { api, MISSED, useAppDispatch, useCurrentUser, useLiveTag } from '@paperplane/shared/platform';
import { atMostEvery } from './at-most-every';

/** What the database announces when sales or commissions have changed. */
const TAG = 'dashboard';

/** Milliseconds between two requests, however much happens. */
const PAUSE = 1000;

/** Reads the open page again when its numbers changed somewhere: an admin's with the organization's, an agent's with their own. */
export function useLiveDashboard(): void {
  const dispatch = useAppDispatch();
  const { id, role, organizationId } = useCurrentUser();
  const refresh = useMemo(
    () => atMostEvery(PAUSE, () => void dispatch(api.util.invalidateTags(['Dashboard']))),
    [dispatch],
  );
  useEffect(() => refresh.cancel, [refresh]);
  useLiveTag(isAdmin(role) ? `org:${organizationId}` : `user:${id}`, (tag) => {
    if (tag === TAG || tag === MISSED) refresh.call();
  });
}

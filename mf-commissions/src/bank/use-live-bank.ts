import { MISSED, useAppDispatch, useCurrentUser, useLiveTag } from '@paperplane/shared/platform';
import { api } from '../parts/api';

/** What the database announces to the admins when transactions have changed. */
const TAG = 'bank';

/** Reads again what the bank's screens show when another admin, or another window, decided something. */
export function useLiveBank(): void {
  const { organizationId } = useCurrentUser();
  const dispatch = useAppDispatch();
  useLiveTag(`org:${organizationId}`, (tag) => {
    if (tag === TAG || tag === MISSED) dispatch(api.util.invalidateTags(['Bank']));
  });
}

import { MISSED, useAppDispatch, useAuth, useCurrentUser, useLiveTag } from '@paperplane/shared/platform';
import { api } from '../parts/api';

/** What the database announces: to admins that payouts have changed, to everybody that there is something new for them. */
const TAGS: readonly string[] = ['payouts', 'notifications', MISSED];

/** Reads again what the screens of payouts show when another admin, or another window, did something. */
export function useLivePayouts(): void {
  const { isAdmin } = useAuth();
  const { id, organizationId } = useCurrentUser();
  const dispatch = useAppDispatch();
  const refresh = (tag: string) => {
    if (TAGS.includes(tag)) dispatch(api.util.invalidateTags(['Payout']));
  };
  useLiveTag(`user:${id}`, refresh);
  useLiveTag(isAdmin ? `org:${organizationId}` : null, refresh);
}

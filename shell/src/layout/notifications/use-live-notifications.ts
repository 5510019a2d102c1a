import { api, MISSED, recheckUser, useAppDispatch, useLiveTag } from '@paperplane/shared/platform';

/**
 * What the database announces to one person: notifications are read again as they are written, and a changed account (role,
 * deactivation) is looked at at once.
 */
export function useLiveNotifications(userId: string): void {
  const dispatch = useAppDispatch();
  useLiveTag(`user:${userId}`, (tag) => {
    if (tag === 'notifications' || tag === MISSED) dispatch(api.util.invalidateTags(['Notification']));
    if (tag === 'account_changed' || tag === MISSED) void recheckUser();
  });
}

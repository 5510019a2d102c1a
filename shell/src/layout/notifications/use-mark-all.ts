import { useToast } from '@paperplane/shared/platform';
import { useMarkAllNotificationsReadMutation } from './notifications-api';

/** Marks all notifications as read; a failure is shown as a toast. */
export function useMarkAll(userId: string): { markAll: () => void; busy: boolean } {
  const [mark, { isLoading }] = useMarkAllNotificationsReadMutation();
  const toast = useToast();
  const run = async () => {
    const { error } = await mark({ userId });
    if (error) toast.error('Notifications were not marked as read', error);
  };
  return { markAll: () => void run(), busy: isLoading };
}

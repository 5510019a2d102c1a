import type { Notification } from '../../layout/notifications/notification';

const dayIn = (at: Date, timeZone?: string): string => at.toLocaleDateString('en-CA', { timeZone });

/** Today's news and everything before, each in the order it came in. */
export function groupByDay(
  items: readonly Notification[],
  now: Date = new Date(),
  timeZone?: string,
): { title: string; items: Notification[] }[] {
  const today = dayIn(now, timeZone);
  const isToday = ({ createdAt }: Notification) => dayIn(new Date(createdAt), timeZone) === today;
  return [
    { title: 'Today', items: items.filter(isToday) },
    { title: 'Earlier', items: items.filter((item) => !isToday(item)) },
  ].filter((group) => group.items.length > 0);
}

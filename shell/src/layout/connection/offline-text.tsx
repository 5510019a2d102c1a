import { useState } from 'react';
import { formatDate, formatDateTime, formatTime } from '@paperplane/shared/domain';
import { useAppSelector, useFromDevice, type FromDevice, type store } from '@paperplane/shared/platform';

type Api = ReturnType<typeof store.getState>['api'];

/** What the frame asks, on whatever page. */
const FRAME = new Set(['getUnreadCount', 'getNotifications']);

/** When the server gave what is on the page, the oldest of it, in milliseconds; null where nothing of the server is. */
const asOf = ({ queries, subscriptions }: Api, fromDevice: FromDevice): number | null =>
  Object.entries(queries).reduce<number | null>((oldest, [key, query]) => {
    const isShown = query?.data !== undefined && Object.keys(subscriptions[key] ?? {}).length > 0;
    if (!isShown || FRAME.has(query.endpointName)) return oldest;
    const at = fromDevice[key] ?? query.fulfilledTimeStamp ?? null;
    return oldest === null || (at !== null && at < oldest) ? at : oldest;
  }, null);

/**
 * `As of 10:42 AM, offline. …`, of another day `As of Nov 25, 10:42 AM, offline. …` (docs/product/platform.md, Reading offline).
 * @param otherwise said where nothing of the server is on the page
 */
export function OfflineText({ otherwise }: { otherwise: string }) {
  const fromDevice = useFromDevice();
  const at = useAppSelector(({ api }) => asOf(api, fromDevice));
  const [today] = useState(() => formatDate(new Date()));
  if (at === null) return otherwise;
  const moment = new Date(at);
  const isToday = formatDate(moment) === today;
  return `As of ${isToday ? formatTime(moment) : formatDateTime(moment)}, offline. Nothing is saved until you are back.`;
}

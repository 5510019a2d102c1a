import { useAppSelector, useFromDevice, type FromDevice, type store } from '@paperplane/shared/platform';

type Api = ReturnType<typeof store.getState>['api'];

/** What the frame asks, on whatever page. */
const FRAME = new Set(['getUnreadCount', 'getNotifications']);

/** When the server gave what is on the page, the oldest of it, in milliseconds; null where nothing of the server is. */
export const asOf = ({ queries, subscriptions }: Api, fromDevice: FromDevice): number | null =>
  Object.entries(queries).reduce<number | null>((oldest, [key, query]) => {
    const isShown = query?.data !== undefined && Object.keys(subscriptions[key] ?? {}).length > 0;
    if (!isShown || FRAME.has(query.endpointName)) return oldest;
    const at = fromDevice[key] ?? query.fulfilledTimeStamp ?? null;
    return oldest === null || (at !== null && at < oldest) ? at : oldest;
  }, null);

/** The same of this page. */
export function useAsOf(): number | null {
  const fromDevice = useFromDevice();
  return useAppSelector(({ api }) => asOf(api, fromDevice));
}

/** Whether some of the page's answers were read from this device. */
export function useIsFromDevice(): boolean {
  const keys = Object.keys(useFromDevice());
  return useAppSelector(({ api }) =>
    keys.some((key) => Object.keys(api.subscriptions[key] ?? {}).length > 0),
  );
}

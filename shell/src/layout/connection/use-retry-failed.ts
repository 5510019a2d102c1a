import { useEffect } from 'react';
import { isAppError } from '@paperplane/shared/domain';
import {
  api,
  useAppDispatch,
  useAppSelector,
  useFromDevice,
  type FromDevice,
  type store,
} from '@paperplane/shared/platform';
import { useOnline } from './use-online';

/** How often what failed is asked for again, in milliseconds. */
const EVERY = 10_000;

type State = ReturnType<typeof store.getState>;
type Dispatch = typeof store.dispatch;
type Endpoint = Record<
  'initiate',
  (arg: unknown, how: { subscribe: false; forceRefetch: true }) => Parameters<Dispatch>[0]
>;
type Query = State['api']['queries'][string];

/**
 * Whether a bad line has left a question without an answer of the server: this device may have answered. The error stays with its question
 * while it is asked again.
 */
const isUnanswered =
  (fromDevice: FromDevice) =>
  (query: Query, key: string): boolean =>
    key in fromDevice || (isAppError(query?.error) && query.error.type === 'NETWORK');

/** Asks again whatever is in the cache and chosen; does nothing for a question that is under way. */
const askAgain =
  (chosen: (query: Query, key: string) => boolean) => (dispatch: Dispatch, getState: () => State) => {
    const endpoints = api.endpoints as Record<string, Endpoint>;
    for (const [key, query] of Object.entries(getState().api.queries)) {
      if (!chosen(query, key)) continue;
      const endpoint = endpoints[query?.endpointName ?? ''];
      if (endpoint)
        dispatch(endpoint.initiate(query?.originalArgs, { subscribe: false, forceRefetch: true }));
    }
  };

/**
 * Reads everything shown anew when the browser has a network again, and asks by itself again what a bad line left unanswered while
 * there is one. Changes are never repeated: only a person knows whether they still want them.
 */
export function useRetryFailed(): void {
  const dispatch = useAppDispatch();
  const fromDevice = useFromDevice();
  const hasFailed = useAppSelector((state) =>
    Object.entries(state.api.queries).some(([key, query]) => isUnanswered(fromDevice)(query, key)),
  );
  const online = useOnline(() => dispatch(askAgain(() => true)));
  useEffect(() => {
    if (!hasFailed || !online) return;
    const timer = setInterval(() => dispatch(askAgain(isUnanswered(fromDevice))), EVERY);
    return () => clearInterval(timer);
  }, [dispatch, hasFailed, online, fromDevice]);
}

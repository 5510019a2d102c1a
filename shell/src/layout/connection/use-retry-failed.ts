import { useEffect } from 'react';
import { isAppError } from '@paperplane/shared/domain';
import { api, useAppDispatch, useAppSelector, type store } from '@paperplane/shared/platform';
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

/** Whether a bad line has left a question without an answer. The error stays with its question while it is asked again. */
const isUnanswered = (query: Query): boolean => isAppError(query?.error) && query.error.type === 'NETWORK';

/** Asks again whatever is in the cache and chosen; does nothing for a question that is under way. */
const askAgain = (chosen: (query: Query) => boolean) => (dispatch: Dispatch, getState: () => State) => {
  const endpoints = api.endpoints as Record<string, Endpoint>;
  for (const query of Object.values(getState().api.queries).filter(chosen)) {
    const endpoint = endpoints[query?.endpointName ?? ''];
    if (endpoint) dispatch(endpoint.initiate(query?.originalArgs, { subscribe: false, forceRefetch: true }));
  }
};

/**
 * Reads everything shown anew when the browser has a network again, and asks by itself again what a bad line left unanswered while
 * there is one. Changes are never repeated: only a person knows whether they still want them.
 */
export function useRetryFailed(): void {
  const dispatch = useAppDispatch();
  const hasFailed = useAppSelector((state) => Object.values(state.api.queries).some(isUnanswered));
  const online = useOnline(() => dispatch(askAgain(() => true)));
  useEffect(() => {
    if (!hasFailed || !online) return;
    const timer = setInterval(() => dispatch(askAgain(isUnanswered)), EVERY);
    return () => clearInterval(timer);
  }, [dispatch, hasFailed, online]);
}

import { store, useBlocker } from '@paperplane/shared/platform';

/**
 * Holds back the way to another page while something typed is unsaved; the page's own query may change, and a session that ended does
 * not wait for an answer.
 */
export const useLeaveBlocker = (dirty: boolean) =>
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && store.getState().auth.session !== null,
  );

import { useBlocker } from '@paperplane/shared/platform';

/** Holds back the way to another page while something typed is unsaved; the page's own query may change. */
export const useLeaveBlocker = (dirty: boolean) =>
  useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );

import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { store } from './store';
import { useUnsavedChanges } from './unsaved';

/**
 * Holds back a link, Back, a reload or a closed tab while a form holds something unsaved; a session that ended does not wait for an answer.
 * @returns `asking`, with what to do, while a navigation is held back; `letGo` before the form itself leads on: it has been saved
 */
export function useLeaveGuard(dirty: boolean) {
  const leaving = useRef(false);
  useUnsavedChanges(dirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      !leaving.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      store.getState().auth.session !== null,
  );
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      // The draft is kept in any case; the browser has words of its own for this question.
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  return {
    asking: blocker.state === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null,
    letGo: () => {
      leaving.current = true;
    },
  };
}

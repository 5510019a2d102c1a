import { isAdmin } from '@paperplane/shared/domain';
import { MISSED, useCurrentUser, useLiveTag } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';

/** What the database announces when sales or commissions have changed. */
const TAG = 'dashboard';

/** Milliseconds between the beginnings of two requests, however much happens. */
const PAUSE = 1000;

/**
 * Reads the open page again when its numbers changed somewhere: an admin's with the organization's, an agent's with their own.
 * What is announced while a request is under way may not be in its answer, so another one follows it.
 */
export function useLiveDashboard({ isFetching, refetch }: { isFetching: boolean; refetch: () => unknown }) {
  const { id, role, organizationId } = useCurrentUser();
  const [isBehind, setIsBehind] = useState(false);
  const began = useRef(0);
  useLiveTag(isAdmin(role) ? `org:${organizationId}` : `user:${id}`, (tag) => {
    if (tag === TAG || tag === MISSED) setIsBehind(true);
  });
  useEffect(() => {
    if (isFetching) began.current = Date.now();
  }, [isFetching]);
  useEffect(() => {
    if (!isBehind || isFetching) return;
    const timer = setTimeout(
      () => {
        setIsBehind(false);
        void refetch();
      },
      began.current + PAUSE - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [isBehind, isFetching, refetch]);
}

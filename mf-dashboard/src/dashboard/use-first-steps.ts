import { useAuth } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';
import { hasFailed, type Dashboard } from './dashboard';
import { openSteps } from './open-steps';

const loadCard = () => import(/* webpackChunkName: "first-steps" */ './first-steps');

/**
 * What is done of the first steps, and the card that shows what is open, for admins who have not dismissed it; null for everybody
 * else and where nothing is open, undefined while it is not known. The card comes when its `place` is seen: after the first sale that is
 * behind all figures.
 */
export function useFirstSteps(dashboard: Dashboard | undefined) {
  const { isOwner } = useAuth();
  const done = dashboard?.firstSteps;
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadCard>>>();
  const place = useRef<HTMLDivElement>(null);
  const shown = done && !hasFailed(done) && openSteps(done, isOwner).length > 0 ? done : null;
  const isShown = shown !== null;
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(([seen]) => {
      // Where it does not come, the dashboard does without it.
      if (seen?.isIntersecting) loadCard().then(setPart, () => undefined);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isShown]);
  if (!dashboard) return undefined;
  return shown && { done: shown, Card: part?.FirstSteps, place };
}

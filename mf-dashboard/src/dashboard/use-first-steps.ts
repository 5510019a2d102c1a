import { useAuth } from '@paperplane/shared/platform';
import { useEffect, useRef, useState } from 'react';
import { hasFailed, type Dashboard } from './dashboard';
import { openSteps } from './open-steps';

const loadCard = () => import(/* webpackChunkName: "first-steps" */ './first-steps');

/**
 * What is done of the first steps, and the card that shows what is open, for admins who have not dismissed it; null for everybody
 * else and where nothing is open, undefined while it is not known. After the first sale the card stands behind all figures: it comes
 * when its `place` is seen.
 */
export function useFirstSteps(dashboard: Dashboard | undefined) {
  const { isOwner } = useAuth();
  const done = dashboard?.firstSteps;
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadCard>>>();
  const place = useRef<HTMLDivElement>(null);
  const shown = done && !hasFailed(done) && openSteps(done, isOwner).length > 0 ? done : null;
  const isShown = shown !== null;
  const isBehind = shown?.sale === true;
  useEffect(() => {
    if (!isShown) return;
    // Where it does not come, the dashboard does without it.
    const load = () => void loadCard().then(setPart, () => undefined);
    if (!isBehind || !place.current) return load();
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isShown, isBehind]);
  if (!dashboard) return undefined;
  return shown && { done: shown, Card: part?.FirstSteps, place };
}

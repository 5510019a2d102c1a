import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Runs when the browser has nothing else to do; Safari does not tell, so there a moment later. @returns calls it off */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 200);
  return () => clearTimeout(timer);
}

/**
 * When something that takes long to draw may be drawn: as soon as its place is in view, or earlier, when the page is idle. Several of
 * them are drawn one by one, each in a task of its own, so that a click never waits for all.
 * @param ready there is something to draw
 */
export function useTurn(ready: boolean, place: RefObject<Element | null>): boolean {
  const [isTurn, setIsTurn] = useState(false);
  useEffect(() => {
    if (!ready || !place.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => void (timer ??= setTimeout(() => flushSync(() => setIsTurn(true))));
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) draw();
    });
    observer.observe(place.current);
    const callOff = whenIdle(draw);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      callOff();
    };
  }, [ready, place]);
  return ready && isTurn;
}

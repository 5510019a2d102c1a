import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * When something that takes long to draw may be drawn: when its place comes into view, and before the page is printed. Several
 * of them are drawn one by one, each in a task of its own, so that a click never waits for all.
 * @param ready there is something to draw
 */
export function useTurn(ready: boolean, place: RefObject<Element | null>): boolean {
  const [isTurn, setIsTurn] = useState(false);
  useEffect(() => {
    if (!ready || !place.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => flushSync(() => setIsTurn(true));
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) timer ??= setTimeout(draw);
    });
    observer.observe(place.current);
    window.addEventListener('beforeprint', draw);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener('beforeprint', draw);
    };
  }, [ready, place]);
  return ready && isTurn;
}

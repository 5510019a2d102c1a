import { useEffect, useState } from 'react';

/** Until charts have been drawn, in milliseconds. */
const DRAWN = 600;

/** Runs when the charts have been drawn and the browser has nothing else to do. */
const whenIdle = (run: () => void) =>
  setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : run()),
    DRAWN,
  );

let loaded = false;

/**
 * Fetches Highcharts' accessibility module once charts are on the screen. Until then, and where it does not come, a chart is a picture
 * with a name, and its table has the numbers.
 * @returns whether it is there
 */
export function useAccessibility(): boolean {
  const [isThere, setIsThere] = useState(loaded);
  useEffect(() => {
    if (isThere) return;
    let isGone = false;
    whenIdle(() => {
      import(/* webpackChunkName: "lazy-chart-keys" */ './accessibility').then(
        () => {
          loaded = true;
          if (!isGone) setIsThere(true);
        },
        () => undefined,
      );
    });
    return () => {
      isGone = true;
    };
  }, [isThere]);
  return isThere;
}

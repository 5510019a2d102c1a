import { useEffect, useState } from 'react';

/** Runs when the browser has nothing else to do, and within two seconds. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200);

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
      import(/* webpackChunkName: "late-chart-keys" */ './accessibility').then(
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

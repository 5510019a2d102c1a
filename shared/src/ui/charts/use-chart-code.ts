import { useEffect, useEffectEvent } from 'react';
import type { ChartCode } from './chart-types';
import { useLazy } from '../base/use-lazy';

/** Runs when the browser has painted what is there now. @returns calls it off */
function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * The code that draws a chart, fetched once the numbers beside it can be seen.
 * @param load a dynamic import
 * @returns the code as soon as it is there, whether it did not come, and how to ask for it again
 */
export function useChartCode(load: () => Promise<ChartCode>) {
  const { part: code, failed, fetch } = useLazy(load);
  const start = useEffectEvent(() => void fetch());
  const missing = code === null;
  useEffect(() => (missing ? afterPaint(() => start()) : undefined), [missing]);
  return { code, failed, retry: () => void fetch() };
}

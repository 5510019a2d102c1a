/**
 * Bundles calls: the first runs at once, those that come within `wait` milliseconds of a run become one at its end.
 * @returns the bundled function, and what calls a pending run off
 */
export function atMostEvery(wait: number, run: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last = -Infinity;
  const go = () => {
    timer = null;
    last = Date.now();
    run();
  };
  return {
    call() {
      timer ??= setTimeout(go, Math.max(0, last + wait - Date.now()));
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

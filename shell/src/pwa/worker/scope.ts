import type { PrecacheEntry } from 'workbox-precaching';

/** The little of a service worker's surroundings that ours uses; the worker types and the page's contradict each other. */
export interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface WorkerScope {
  readonly location: Location;
  /** The shell's files, from the build. */
  readonly __WB_MANIFEST: PrecacheEntry[];
  addEventListener: {
    (type: 'install', listener: (event: LastingEvent) => void): void;
    (type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  };
  skipWaiting: () => Promise<void>;
}

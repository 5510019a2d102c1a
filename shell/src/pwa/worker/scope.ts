/** The little of a service worker's surroundings that ours uses; the worker types and the page's contradict each other. */
export interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface WorkerScope {
  readonly location: Location;
  addEventListener: {
    (type: 'install', listener: (event: LastingEvent) => void): void;
    (type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  };
  skipWaiting: () => Promise<void>;
}

/** A file of the shell: its address, and a hash where the address does not name its content. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

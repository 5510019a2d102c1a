/** The page, as far as updates are concerned. */
export interface UpdatedPage {
  reload: () => void;
  /** Something typed here is neither saved nor discarded. */
  isTyping: () => boolean;
  /** Addresses of everything this page has loaded so far. */
  loaded: () => string[];
  /** A file or an answer has just come. */
  isLoading: () => boolean;
}

/** How often a page that waits with its reload looks whether the typing is over, in milliseconds. */
const STEP = 1000;
/** How often a page that loads looks whether it still does before it lets the new version take over, in milliseconds, and how often at most. */
const LOOK = 250;
const MOST_LOOKS = 40;
/** What the first page still loads while its worker takes over is sent after it, in milliseconds. */
const STRAGGLERS = 4000;
const HOUR = 3_600_000;

/**
 * Registers the service worker and follows its versions (docs/product/platform.md, Update notice): a version that waits is offered; when one
 * becomes active, the page reloads, but never over unsaved typing.
 */
export class AppUpdates {
  private isOffered = false;
  private reloads = false;
  private ruled = false;
  private followed: ServiceWorker | undefined;
  private registration: ServiceWorkerRegistration | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly workers: ServiceWorkerContainer,
    private readonly page: UpdatedPage,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A new version waits and the notice has not been answered yet. */
  readonly offered = (): boolean => this.isOffered;

  /** Registers the worker; in a browser that refuses, the app works without. */
  async start(): Promise<void> {
    this.ruled = this.workers.controller !== null;
    this.workers.addEventListener('controllerchange', () => {
      // The first worker of all brings no new version.
      if (this.ruled) this.reload();
      this.ruled = true;
    });
    try {
      const registration = await this.workers.register('/sw.js', { scope: '/' });
      this.registration = registration;
      if (registration.waiting && registration.active) this.offer(true);
      this.follow(registration.installing);
      registration.addEventListener('updatefound', () => this.follow(registration.installing));
      // A page may stay open for days.
      setInterval(() => void this.look(), HOUR);
    } catch (error) {
      console.info('Paperplane works without its service worker:', error);
    }
  }

  /** "Update": lets the waiting version take over; that reloads the pages. @returns whether this page waits with its reload */
  update(): 'reloads' | 'waits' {
    this.offer(false);
    this.ruled = true;
    const { waiting } = this.registration ?? {};
    if (waiting) this.letTakeOver(waiting);
    // Another page has let it take over meanwhile.
    else this.reload();
    return this.page.isTyping() ? 'waits' : 'reloads';
  }

  /** Asks the server for a new version now; what is found is offered as always. */
  async look(): Promise<void> {
    await this.registration?.update().catch(() => undefined);
  }

  /** Other versions of remotes are deployed than this page runs. A new version of the app goes first and brings them along. */
  async offerOther(): Promise<void> {
    await this.look();
    if (!this.registration?.installing) this.offer(true);
  }

  /** Hides the notice until the next version, or the next visit. */
  dismiss(): void {
    this.offer(false);
  }

  /**
   * Asks at a moment when the old worker has nothing to do: where it is just busy, Chromium changes only half a minute after what it did
   * last, however often it is asked.
   */
  private letTakeOver(waiting: ServiceWorker): void {
    const ask = () => waiting.postMessage({ type: 'SKIP_WAITING' });
    if (!this.page.isLoading()) return ask();
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (this.page.isLoading() && looks < MOST_LOOKS) return;
      clearInterval(timer);
      ask();
    }, LOOK);
  }

  private offer(value: boolean): void {
    this.isOffered = value;
    this.listeners.forEach((listener) => listener());
  }

  private follow(worker: ServiceWorker | null): void {
    // The browser may announce a worker that the registration already had.
    if (!worker || worker === this.followed) return;
    this.followed = worker;
    const isFirst = !this.registration?.active;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed' && !isFirst) this.offer(true);
      if (worker.state === 'activated' && isFirst) this.handOver(worker);
    });
  }

  /** The first page loaded everything before there was a worker: without this, it could not be opened offline. */
  private handOver(worker: ServiceWorker): void {
    const send = () =>
      worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: this.page.loaded() } });
    send();
    setTimeout(send, STRAGGLERS);
    console.info('Paperplane can be opened offline.');
  }

  private reload(): void {
    if (this.reloads) return;
    this.reloads = true;
    if (!this.page.isTyping()) return this.page.reload();
    let calm = 0;
    const timer = setInterval(() => {
      // Twice in a row, so that what follows a save (a toast, a navigation) can finish.
      calm = this.page.isTyping() ? 0 : calm + 1;
      if (calm < 2) return;
      clearInterval(timer);
      this.page.reload();
    }, STEP);
  }
}

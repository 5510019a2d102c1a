import { AppUpdates } from './app-updates';

/** A service worker as the browser shows it. */
class FakeWorker extends EventTarget {
  readonly messages: { type: string; payload?: { urlsToCache: string[] } }[] = [];
  state = 'installing';
  postMessage = (message: (typeof this.messages)[number]) => void this.messages.push(message);
  becomes(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  update = () => Promise.resolve();
  /** A new version arrives and waits. */
  brings(worker = new FakeWorker()): FakeWorker {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    this.waiting = worker;
    worker.becomes('installed');
    return worker;
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly asked: unknown[] = [];
  constructor(readonly registration: FakeRegistration | Error) {
    super();
  }
  register = (...how: unknown[]) => {
    this.asked.push(how);
    return this.registration instanceof Error
      ? Promise.reject(this.registration)
      : Promise.resolve(this.registration);
  };
}

const page = {
  reload: jest.fn(),
  isTyping: jest.fn(() => false),
  loaded: () => ['/js/main.js'],
  isLoading: jest.fn(() => false),
};

function visit(returning: boolean) {
  const registration = new FakeRegistration();
  const workers = new FakeContainer(registration);
  if (returning) registration.active = workers.controller = new FakeWorker();
  const updates = new AppUpdates(workers as unknown as ServiceWorkerContainer, page);
  return {
    registration,
    workers,
    updates,
    changes: () => workers.dispatchEvent(new Event('controllerchange')),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  page.reload.mockClear();
  page.isTyping.mockReset().mockReturnValue(false);
  page.isLoading.mockReset().mockReturnValue(false);
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

// The scope of the service worker is the site root
it('registers one worker for the whole site', async () => {
  const { workers, updates } = visit(false);
  await updates.start();
  expect(workers.asked).toEqual([['/sw.js', { scope: '/' }]]);
});

// That the app can be opened offline is only logged
it('at the first visit hands over what was loaded before, says so in the console only, and reloads nothing', async () => {
  const { registration, updates, changes } = visit(false);
  const first = (registration.installing = new FakeWorker());
  await updates.start();
  registration.dispatchEvent(new Event('updatefound'));
  first.becomes('installed');
  expect(updates.offered()).toBe(false);
  registration.active = first;
  first.becomes('activated');
  changes();
  jest.advanceTimersByTime(10_000);
  expect(first.messages.map(({ type }) => type)).toEqual(['CACHE_URLS', 'CACHE_URLS']);
  expect(first.messages[0]?.payload).toEqual({ urlsToCache: ['/js/main.js'] });
  expect(console.info).toHaveBeenCalledTimes(1);
  expect(page.reload).not.toHaveBeenCalled();
});

// Shown when a new version is waiting, hidden on Update or Close
it('offers a version that waits, one that came before this visit too', async () => {
  const { registration, updates } = visit(true);
  registration.waiting = new FakeWorker();
  const heard = jest.fn();
  updates.subscribe(heard);
  await updates.start();
  expect(updates.offered()).toBe(true);
  expect(heard).toHaveBeenCalled();
  updates.dismiss();
  expect(updates.offered()).toBe(false);
  registration.brings();
  expect(updates.offered()).toBe(true);
});

// When a new version becomes active the page reloads by itself
it('lets the waiting version take over on Update, and reloads when it has', async () => {
  const { registration, updates, changes } = visit(true);
  await updates.start();
  const waiting = registration.brings();
  expect(updates.update()).toBe('reloads');
  expect(updates.offered()).toBe(false);
  expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }]);
  expect(page.reload).not.toHaveBeenCalled();
  changes();
  changes();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

// Chromium puts it off by half a minute where the old worker is just busy.
it.each([
  ['when what is being loaded has come', 1000],
  ['after ten seconds of a page that never stops loading', Infinity],
])('lets the waiting version take over %s', async (_when, loadsFor) => {
  const { registration, updates } = visit(true);
  await updates.start();
  const waiting = registration.brings();
  const began = Date.now();
  page.isLoading.mockImplementation(() => Date.now() - began < loadsFor);
  updates.update();
  jest.advanceTimersByTime(Math.min(loadsFor, 10_000) - 1);
  expect(waiting.messages).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }]);
});

it('reloads when another tab has said Update', async () => {
  const { updates, changes } = visit(true);
  await updates.start();
  changes();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('reloads on Update where the version has taken over meanwhile', async () => {
  const { registration, updates } = visit(true);
  await updates.start();
  registration.brings();
  registration.waiting = null;
  updates.update();
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('offers other versions of remotes, and reloads on Update when there is no new version of the app', async () => {
  const { updates } = visit(true);
  await updates.start();
  await updates.offerOther();
  expect(updates.offered()).toBe(true);
  expect(updates.update()).toBe('reloads');
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('lets a new version of the app that is just coming go first', async () => {
  const { registration, updates } = visit(true);
  await updates.start();
  registration.update = () => {
    registration.installing = new FakeWorker();
    return Promise.resolve();
  };
  await updates.offerOther();
  expect(updates.offered()).toBe(false);
  registration.brings();
  expect(updates.offered()).toBe(true);
});

// The notice never reloads over unsaved typing (docs/product/platform.md, Update notice)
// Holds first-version-10
it('never reloads over unsaved typing, but when it is saved or discarded', async () => {
  const { registration, updates, changes } = visit(true);
  await updates.start();
  registration.brings();
  page.isTyping.mockReturnValue(true);
  expect(updates.update()).toBe('waits');
  changes();
  jest.advanceTimersByTime(3_600_000);
  expect(page.reload).not.toHaveBeenCalled();
  page.isTyping.mockReturnValue(false);
  jest.advanceTimersByTime(1000);
  // A save is followed by a message or another page; typing may begin again.
  page.isTyping.mockReturnValueOnce(true);
  jest.advanceTimersByTime(1000);
  expect(page.reload).not.toHaveBeenCalled();
  jest.advanceTimersByTime(2000);
  expect(page.reload).toHaveBeenCalledTimes(1);
});

it('does without in a browser that refuses', async () => {
  const workers = new FakeContainer(new Error('insecure'));
  const updates = new AppUpdates(workers as unknown as ServiceWorkerContainer, page);
  await expect(updates.start()).resolves.toBeUndefined();
  expect(updates.offered()).toBe(false);
});

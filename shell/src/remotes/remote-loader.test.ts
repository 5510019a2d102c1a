/** @jest-environment jsdom */
import { CONTRACT } from '@paperplane/shared/platform';
import { RemoteFailure } from './failure';
import { cardPart, RemoteLoader } from './remote-loader';
import type { Registry, RegistryEntry } from './registry-types';
import { entryOf } from './testing';

const Page = () => null;
const exposed = { pages: { list: () => Promise.resolve({ default: Page }) } };

function dependencies(registry: Registry = { remotes: [entryOf('mf_sales'), entryOf('mf_directory')] }) {
  const loadExposed = jest.fn((_remote: RegistryEntry, _fresh: string): Promise<unknown> =>
    Promise.resolve(exposed),
  );
  const ask = jest.fn((_fresh: boolean) => Promise.resolve(registry));
  const diagnose = jest.fn((failure: RemoteFailure) => Promise.resolve(failure));
  const startPrefetching = jest.fn();
  const federation = jest.fn(() => Promise.resolve({ loadExposed, startPrefetching, diagnose }));
  return {
    loadExposed,
    startPrefetching,
    diagnose,
    ask,
    federation,
    loader: new RemoteLoader({ federation, registry: ask }),
  };
}

const globals = window as unknown as Record<string, unknown>;

it('loads a page once and then has it at hand', async () => {
  const { loader, loadExposed, ask } = dependencies();
  expect(loader.statusOf('mf_sales')).toEqual({ status: 'idle' });
  const loading = loader.load('mf_sales', 'list');
  expect(loader.statusOf('mf_sales')).toEqual({ status: 'loading' });
  await expect(loading).resolves.toBe(Page);
  await loader.load('mf_sales', 'list');
  expect(loader.loaded('mf_sales', 'list')).toBe(Page);
  expect(loader.statusOf('mf_sales')).toEqual({ status: 'ready' });
  expect(loadExposed).toHaveBeenCalledTimes(1);
  expect(loadExposed).toHaveBeenCalledWith(entryOf('mf_sales'), '');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('begins to prefetch once, with the first remote that is there', async () => {
  const { loader, loadExposed, startPrefetching } = dependencies();
  loadExposed.mockRejectedValueOnce(new Error('broken'));
  await expect(loader.load('mf_sales', 'list')).rejects.toBeInstanceOf(RemoteFailure);
  expect(startPrefetching).not.toHaveBeenCalled();
  await loader.load('mf_directory', 'list');
  await loader.load('mf_sales', 'list');
  expect(startPrefetching.mock.calls).toEqual([[loader]]);
});

it('loads the exposed module once for two pages at the same time', async () => {
  const { loader, loadExposed } = dependencies();
  loadExposed.mockResolvedValue({ pages: { ...exposed.pages, detail: exposed.pages.list } });
  await Promise.all([loader.load('mf_sales', 'list'), loader.load('mf_sales', 'detail')]);
  expect(loadExposed).toHaveBeenCalledTimes(1);
});

it.each([
  [{ major: CONTRACT.major + 1, minor: 0 }, `built for platform ${CONTRACT.major + 1}.0`],
  [{ major: 0, minor: 9 }, 'built for platform 0.9'],
  [{ major: CONTRACT.major, minor: 999 }, `needs platform ${CONTRACT.major}.999`],
])('refuses the contract %p before any code is loaded', async (contract, reason) => {
  const { loader, loadExposed } = dependencies({ remotes: [entryOf('mf_sales', { contract })] });
  const failure = await loader.load('mf_sales', 'list').catch((error: unknown) => error as RemoteFailure);
  expect(failure).toMatchObject({ stage: 'contract', reason: expect.stringContaining(reason) });
  expect(loadExposed).not.toHaveBeenCalled();
});

it.each([
  ['registry', 'a remote that is not deployed', 'mf_commissions', 'list'],
  ['page', 'a page the remote does not have', 'mf_sales', 'detail'],
])('fails at the stage %s for %s', async (stage, _what, name, page) => {
  const { loader } = dependencies();
  await expect(loader.load(name, page)).rejects.toMatchObject({ stage });
  expect(loader.statusOf(name)).toMatchObject({ status: 'failed', failure: { stage } });
});

it('hands over the hashes the registry names, and shows the cause that was found behind a failure', async () => {
  const integrity = { 'remoteEntry.js': 'sha256-abc' };
  const { loader, loadExposed, diagnose } = dependencies({ remotes: [entryOf('mf_sales', { integrity })] });
  loadExposed.mockRejectedValue(new Error('script error'));
  diagnose.mockResolvedValue(new RemoteFailure('entry', 'wrong hash of remoteEntry.js', 200));
  await expect(loader.load('mf_sales', 'list')).rejects.toThrow('wrong hash of remoteEntry.js');
  expect(loadExposed.mock.calls[0]?.[0].integrity).toBe(integrity);
  expect(diagnose.mock.calls[0]).toMatchObject([{ reason: 'script error' }, { name: 'mf_sales' }]);
});

it('shows a failure as it is where nothing can be found out about it', async () => {
  const { loader, diagnose } = dependencies();
  diagnose.mockRejectedValue(new Error('no network either'));
  await expect(loader.load('mf_sales', 'nothing')).rejects.toMatchObject({ stage: 'page', status: 404 });
  await expect(loader.load('mf_nobody', 'list')).rejects.toMatchObject({ stage: 'registry' });
  expect(diagnose).toHaveBeenCalledTimes(1);
});

it('keeps the neighbours out of a failure', async () => {
  const { loader, loadExposed } = dependencies();
  loadExposed.mockImplementation(({ name }) =>
    name === 'mf_sales'
      ? Promise.reject(new RemoteFailure('manifest', 'answered 500', 500))
      : Promise.resolve(exposed),
  );
  await expect(loader.load('mf_sales', 'list')).rejects.toMatchObject({ stage: 'manifest', status: 500 });
  await expect(loader.load('mf_directory', 'list')).resolves.toBe(Page);
  expect(loader.statusOf('mf_sales').status).toBe('failed');
  expect(loader.statusOf('mf_directory').status).toBe('ready');
});

it('asks anew for a section that failed when another page of it is opened, as after a time without a network', async () => {
  const { loader, loadExposed } = dependencies();
  loadExposed.mockRejectedValueOnce(new RemoteFailure('manifest', 'Failed to fetch'));
  await expect(loader.load('mf_sales', 'detail')).rejects.toThrow('Failed to fetch');
  globals['webpackChunkmf_sales'] = [];
  await expect(loader.load('mf_sales', 'list')).resolves.toBe(Page);
  const [first, second] = loadExposed.mock.calls.map(([, fresh]) => fresh);
  expect(first).toBe('');
  expect(second).toMatch(/^r=\d+$/);
});

it('starts over after a reset: fresh registry, fresh files, clean globals, no stale preloads', async () => {
  const { loader, loadExposed, ask } = dependencies();
  loadExposed.mockRejectedValueOnce(new Error('broken'));
  await expect(loader.load('mf_sales', 'list')).rejects.toThrow('broken');
  globals['webpackChunkmf_sales'] = [];
  document.head.innerHTML =
    '<link rel="preload" href="/remotes/mf_sales/0.1.0-a/js/list.js"><link rel="preload" href="/remotes/mf_directory/0.1.0-a/x.js">';

  await loader.reset('mf_sales');
  expect(loader.statusOf('mf_sales')).toEqual({ status: 'idle' });
  await expect(loader.load('mf_sales', 'list')).resolves.toBe(Page);

  expect(globals['webpackChunkmf_sales']).toBeUndefined();
  expect(document.querySelectorAll('link')).toHaveLength(1);
  expect(ask).toHaveBeenLastCalledWith(true);
  const [, fresh] = loadExposed.mock.calls.at(-1) ?? [];
  expect(fresh).toMatch(/^r=\d+$/);
});

it('uses what the registry says now, not what it said at the first attempt', async () => {
  const registries = [
    { remotes: [entryOf('mf_sales', { contract: { major: 9, minor: 0 } })] },
    { remotes: [entryOf('mf_sales', { url: '/remotes/mf_sales/0.1.0-b/' })] },
  ];
  const loadExposed = jest.fn((_remote: RegistryEntry) => Promise.resolve(exposed));
  const loader = new RemoteLoader({
    federation: () =>
      Promise.resolve({
        loadExposed,
        startPrefetching: () => undefined,
        diagnose: (failure) => Promise.resolve(failure),
      }),
    registry: (fresh) => Promise.resolve(registries[fresh ? 1 : 0]!),
  });
  await expect(loader.load('mf_sales', 'list')).rejects.toMatchObject({ stage: 'contract' });
  await loader.reset('mf_sales');
  await loader.load('mf_sales', 'list');
  expect(loadExposed.mock.calls[0]?.[0].url).toContain('0.1.0-b');
});

it('asks for the registry again after it could not be read', async () => {
  const { loader, ask } = dependencies();
  ask.mockRejectedValueOnce(new RemoteFailure('registry', 'answered 503', 503));
  await expect(loader.registry()).rejects.toThrow('answered 503');
  await expect(loader.registry()).resolves.toHaveProperty('remotes');
});

it('tells its listeners, and stops telling them', async () => {
  const { loader } = dependencies();
  const listener = jest.fn();
  const stop = loader.subscribe(listener);
  await loader.load('mf_sales', 'list');
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  await loader.load('mf_directory', 'list');
  expect(listener).toHaveBeenCalledTimes(2);
});

describe('a page that was begun before it is shown', () => {
  it('is loaded once, also when both are under way', async () => {
    const { loader, loadExposed } = dependencies();
    const begun = loader.begin('mf_sales', 'list');
    await expect(loader.load('mf_sales', 'list')).resolves.toBe(Page);
    await expect(begun).resolves.toEqual({ default: Page });
    await loader.begin('mf_sales', 'list');
    expect(loadExposed).toHaveBeenCalledTimes(1);
  });

  it('tells the page how it failed, and looks again at the next visit', async () => {
    const { loader, loadExposed, diagnose } = dependencies();
    loadExposed.mockRejectedValueOnce(new Error('broken'));
    await expect(loader.begin('mf_sales', 'list')).rejects.toThrow('broken');
    await expect(loader.load('mf_sales', 'list')).rejects.toThrow('broken');
    expect(loadExposed).toHaveBeenCalledTimes(1);
    expect(diagnose).toHaveBeenCalledTimes(1);
    await expect(loader.load('mf_sales', 'list')).resolves.toBe(Page);
  });

  it('is begun anew after a failure that nobody saw', async () => {
    const { loader, loadExposed } = dependencies();
    loadExposed.mockRejectedValueOnce(new Error('broken'));
    await expect(loader.begin('mf_sales', 'list')).rejects.toThrow('broken');
    await expect(loader.begin('mf_sales', 'list')).resolves.toEqual({ default: Page });
  });
});

describe('a card', () => {
  const talk = () => Promise.resolve({ default: Page });
  const withCard = { pages: exposed.pages, cards: { talk } };

  it('comes with the module its remote’s pages come with', async () => {
    const { loader, loadExposed } = dependencies();
    loadExposed.mockResolvedValue(withCard);
    await Promise.all([loader.load('mf_directory', 'list'), loader.load('mf_directory', cardPart('talk'))]);
    expect(loader.loaded('mf_directory', cardPart('talk'))).toBe(Page);
    expect(loadExposed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an older release, which has none', exposed],
    ['another one', { ...withCard, cards: {} }],
  ])('says so when it is not there: %s', async (_what, module) => {
    const { loader, loadExposed } = dependencies();
    loadExposed.mockResolvedValue(module);
    await expect(loader.load('mf_directory', cardPart('talk'))).rejects.toMatchObject({
      stage: 'page',
      reason: 'mf_directory has no card "talk"',
    });
  });

  it('starts over alone where another part of its remote is at hand', async () => {
    const { loader, loadExposed } = dependencies();
    const failing = jest.fn().mockRejectedValueOnce(new Error('lost')).mockImplementation(talk);
    loadExposed.mockResolvedValue({ pages: exposed.pages, cards: { talk: failing } });
    await loader.load('mf_directory', 'list');
    await expect(loader.load('mf_directory', cardPart('talk'))).rejects.toBeInstanceOf(RemoteFailure);
    await loader.startOver('mf_directory', cardPart('talk'));
    await expect(loader.load('mf_directory', cardPart('talk'))).resolves.toBe(Page);
    expect(loadExposed).toHaveBeenCalledTimes(1);
    expect(loader.loaded('mf_directory', 'list')).toBe(Page);
  });

  it('starts over with its remote where it is all there is of it', async () => {
    const { loader, loadExposed } = dependencies();
    loadExposed.mockRejectedValueOnce(new Error('lost')).mockResolvedValue(withCard);
    await expect(loader.load('mf_directory', cardPart('talk'))).rejects.toBeInstanceOf(RemoteFailure);
    await loader.startOver('mf_directory', cardPart('talk'));
    await loader.load('mf_directory', cardPart('talk'));
    expect(loadExposed.mock.calls.map(([, fresh]) => fresh !== '')).toEqual([false, true]);
  });
});

/** @jest-environment jsdom */
import { loadRegistry, parseRegistry } from './registry';
import { choose } from './rollout';
import { entryOf, fullEntry } from './testing';

const answer = (body: unknown, status = 200) =>
  ({
    ok: status < 400,
    status,
    json: () => (body instanceof Error ? Promise.reject(body) : Promise.resolve(body)),
  }) as Response;

afterEach(() => delete window.paperplaneBoot);

describe('parseRegistry', () => {
  it('keeps entries that make sense and leaves their neighbours out', () => {
    const good = entryOf('mf_sales');
    const bad: unknown[] = [
      null,
      'mf_sales',
      {},
      { ...good, name: 'sales' },
      { ...good, name: 'mf_<script>' },
      { ...good, url: 7 },
      { ...good, contract: { major: '1', minor: 0 } },
      { ...good, contract: undefined },
      { ...good, routes: 'none' },
      { ...good, assets: { js: [] } },
      { ...good, pages: null },
      { ...good, slots: {} },
      { ...good, nav: 'none' },
      { ...good, assets: { js: [7], css: [] } },
      { ...good, pages: { list: null } },
      { ...good, integrity: { 'mf-manifest.json': 7 } },
    ];
    expect(parseRegistry({ remotes: [...bad, good] })).toEqual({ remotes: [good] });
  });

  // Holds platform-75
  it.each([
    ['routes', null],
    ['routes', { path: '/x', page: 'x', title: 'X', access: 'owner' }],
    ['routes', { path: 'x', page: 'x', title: 'X', access: 'user' }],
    ['routes', { path: '/(', page: 'x', title: 'X', access: 'user' }],
    ['nav', null],
    ['nav', { label: 'X', path: '//elsewhere.test', access: 'user', order: 1 }],
    ['nav', { label: 'X', path: '/x', access: 'user', order: '1' }],
    ['quickActions', { label: 'X', description: 'x', path: '/x', icon: 'skull', access: 'user', order: 1 }],
    ['slots', { card: 'talk' }],
  ])('leaves a bad one of the %s out, %j: its neighbours stay', (part, bad) => {
    const good = fullEntry('mf_sales');
    const all = good[part as 'routes'];
    for (const at of [0, 1, all.length]) {
      const damaged = { ...good, [part]: all.toSpliced(at, 0, bad as (typeof all)[number]) };
      expect(parseRegistry({ remotes: [damaged, fullEntry('mf_hotels')] })).toEqual({
        remotes: [good, fullEntry('mf_hotels')],
      });
    }
  });

  it.each([{ staged: {} }, { staged: 7 }, { staged: { percent: 50, entry: null } }])(
    'keeps the version there is where what is staged makes no sense: %j',
    (staged) => {
      window.paperplaneBoot = { registry: Promise.resolve({ remotes: [] }), manifests: {}, choose };
      const good = entryOf('mf_sales');
      expect(parseRegistry({ remotes: [{ ...good, ...staged }] })).toEqual({ remotes: [good] });
    },
  );

  it.each([[null], ['<!doctype html>'], [[]], [{ remotes: {} }], [{}]])('refuses %p', (value) => {
    expect(() => parseRegistry(value)).toThrow('is not a list of remotes');
  });
});

describe('loadRegistry', () => {
  const registry = { remotes: [entryOf('mf_sales')] };
  const request = jest.fn<Promise<Response>, []>();
  beforeEach(() => {
    request.mockReset().mockResolvedValue(answer(registry));
    window.fetch = request;
    AbortSignal.timeout = () => new AbortController().signal;
  });
  it('takes what the boot script has asked for', async () => {
    window.paperplaneBoot = { registry: Promise.resolve(registry), manifests: {}, choose: (entry) => entry };
    await expect(loadRegistry()).resolves.toEqual(registry);
    expect(request).not.toHaveBeenCalled();
  });

  it('asks again by itself when the boot script had no luck', async () => {
    window.paperplaneBoot = {
      registry: Promise.reject(new Error('503')),
      manifests: {},
      choose: (entry) => entry,
    };
    await expect(loadRegistry()).resolves.toEqual(registry);
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('leaves the boot script aside when it must be fresh', async () => {
    window.paperplaneBoot = {
      registry: Promise.resolve({ remotes: [] }),
      manifests: {},
      choose: (entry) => entry,
    };
    await expect(loadRegistry(true)).resolves.toEqual(registry);
  });

  it.each([
    [answer(null, 503), 'answered 503'],
    [answer(new SyntaxError('Unexpected token <')), 'is not JSON'],
    [answer({ nothing: true }), 'is not a list of remotes'],
  ])('says what is wrong with an answer', async (response, reason) => {
    request.mockResolvedValue(response);
    await expect(loadRegistry()).rejects.toMatchObject({ stage: 'registry', reason });
  });

  it('says that nobody answered in time', async () => {
    request.mockRejectedValue(new DOMException('signal timed out', 'TimeoutError'));
    await expect(loadRegistry()).rejects.toMatchObject({ stage: 'registry', hanging: true });
  });
});

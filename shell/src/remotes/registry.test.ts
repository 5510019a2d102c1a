import { loadRegistry, parseRegistry } from './registry';
import { entryOf } from './testing';

const answer = (body: unknown, status = 200) =>
  ({
    ok: status < 400,
    status,
    json: () => (body instanceof Error ? Promise.reject(body) : Promise.resolve(body)),
  }) as Response;

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
      { ...good, slots: [{ card: 'talk' }] },
    ];
    expect(parseRegistry({ remotes: [...bad, good] })).toEqual({ remotes: [good] });
  });

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
  afterEach(() => delete window.paperplaneBoot);

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

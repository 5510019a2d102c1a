import { createHash } from 'node:crypto';
import { moduleOf } from './container';
import { expectHashes } from './integrity';
import { TIMEOUT } from './timeouts';

const FOLDER = 'http://localhost/remotes/mf_sales/1/';
const MANIFEST = `${FOLDER}mf-manifest.json`;
const ENTRY = `${FOLDER}remoteEntry.abc.js`;
const FACTS = { metaData: { remoteEntry: { name: 'remoteEntry.abc.js' }, globalName: 'mf_sales' } };
const HASH = `sha256-${createHash('sha256').update('code').digest('base64')}`;
const SCOPES = { default: { react: {} } };

const globals = window as unknown as Record<string, unknown>;
const request = jest.fn<Promise<Response>, [string, RequestInit?]>();
const answer = (body: unknown, status = 200) =>
  ({ ok: status < 400, status, json: () => Promise.resolve(body) }) as Response;

const container = {
  init: jest.fn(),
  get: jest.fn((_module: string) => Promise.resolve((): unknown => 'pages')),
};
const failing = (method: string, reason: string): object => ({
  ...container,
  [method]: jest.fn().mockRejectedValue(new Error(reason)),
});
const load = (fresh = '') => moduleOf('./remote', MANIFEST, fresh, SCOPES);
const nextScript = async () => {
  for (;;) {
    const script = document.querySelector('script');
    if (script) return script;
    await Promise.resolve();
  }
};
/** What the browser does with the next script of the page. */
const answerScript = async (event: 'load' | 'error', leaves?: object) => {
  const script = await nextScript();
  globals['mf_sales'] = leaves;
  script.dispatchEvent(new Event(event));
  return script;
};

beforeEach(() => {
  AbortSignal.timeout = () => new AbortController().signal;
  window.fetch = request as typeof fetch;
  request.mockReset().mockResolvedValue(answer(FACTS));
  container.init.mockReset();
  container.get.mockClear();
  delete window.paperplaneBoot;
  expectHashes(FOLDER, { 'remoteEntry.abc.js': HASH, 'mf-manifest.json': HASH });
});

it('gives the container what is shared and takes the module out of it', async () => {
  const [module, script] = await Promise.all([load(), answerScript('load', container)]);
  expect(module).toBe('pages');
  expect(request).toHaveBeenCalledWith(MANIFEST, expect.objectContaining({ integrity: HASH }));
  expect(script).toMatchObject({ src: ENTRY, integrity: HASH });
  expect(document.querySelector('script')).toBeNull();
  const [scope, , options] = container.init.mock.calls[0] as [object, object[], { shareScopeMap: object }];
  expect(scope).toBe(SCOPES.default);
  expect(options.shareScopeMap).toBe(SCOPES);
  expect({ ...options }).not.toHaveProperty('shareScopeMap');
  expect(container.get).toHaveBeenCalledWith('./remote');
});

it('uses the manifest that the boot script has asked for, once', async () => {
  const manifests = { [MANIFEST]: Promise.resolve(answer(FACTS)) };
  window.paperplaneBoot = { manifests } as unknown as typeof window.paperplaneBoot & object;
  await Promise.all([load(), answerScript('load', container)]);
  expect(request).not.toHaveBeenCalled();
  expect(manifests).toEqual({});
});

it('keeps caches out of another attempt', async () => {
  const [, script] = await Promise.all([load('r=17'), answerScript('load', container)]);
  expect(request.mock.calls[0]?.[0]).toBe(`${MANIFEST}?r=17`);
  expect(script.src).toBe(`${ENTRY}?r=17`);
});

it.each([
  ['an answer that says no', () => Promise.resolve(answer(null, 503)), { status: 503, hanging: false }],
  ['no server', () => Promise.reject(new TypeError('Failed to fetch')), { status: 0, hanging: false }],
  [
    'no answer in time',
    () => Promise.reject(new DOMException('', 'TimeoutError')),
    { status: 0, hanging: true },
  ],
  [
    'a web page',
    () => Promise.resolve({ ok: true, json: () => Promise.reject(new SyntaxError('<')) }),
    { status: 0 },
  ],
])('fails at the manifest for %s', async (_what, ask, failure) => {
  request.mockImplementation(ask as () => Promise<Response>);
  await expect(load()).rejects.toMatchObject({ stage: 'manifest', ...failure });
});

it.each([
  ['does not come', 'error', undefined, /could not be loaded/],
  ['leaves nothing', 'load', undefined, /leaves no mf_sales/],
  ['refuses what is shared', 'load', failing('init', 'no react'), /no react/],
  ['has no such module', 'load', failing('get', 'no ./remote'), /no \.\/remote/],
] as const)('fails at the entry when it %s', async (_what, event, leaves, reason) => {
  const loading = load();
  await Promise.all([
    expect(loading).rejects.toMatchObject({ stage: 'entry', reason: expect.stringMatching(reason) }),
    answerScript(event, leaves),
  ]);
});

it('gives up an entry that hangs', async () => {
  jest.useFakeTimers();
  const loading = expect(load()).rejects.toMatchObject({ stage: 'entry', hanging: true });
  await nextScript();
  jest.advanceTimersByTime(TIMEOUT);
  await loading;
  expect(document.querySelector('script')).toBeNull();
  jest.useRealTimers();
});

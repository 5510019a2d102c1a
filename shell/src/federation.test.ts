/** @jest-environment jsdom */
import { createHash } from 'node:crypto';
import type { Federation } from './remotes/remote-loader';
import { TIMEOUT } from './remotes/timeouts';
import { entryOf } from './remotes/testing';

const ORIGIN = 'http://localhost';
const HASH = `sha256-${createHash('sha256').update('code').digest('base64')}`;
const HASHES = { 'remoteEntry.abc.js': HASH, 'mf-manifest.json': HASH };
const FACTS = {
  id: '',
  metaData: {
    name: '',
    publicPath: 'auto',
    globalName: '',
    buildInfo: { buildVersion: '1' },
    remoteEntry: { name: 'remoteEntry.abc.js', path: '', type: 'global' },
    types: {},
  },
  shared: [],
  remotes: [],
  exposes: [],
};

/** The part of a browser's answer that the runtime looks at. */
class Answer {
  constructor(
    readonly body: unknown,
    readonly status = 200,
  ) {}
  get ok() {
    return this.status < 400;
  }
  json() {
    return this.body instanceof Error ? Promise.reject(this.body) : Promise.resolve(this.body);
  }
}

const globals = window as unknown as Record<string, unknown>;
const request = jest.fn<Promise<Answer>, [string, RequestInit?]>();
let federation: Pick<Federation, 'loadExposed'>;
let name: `mf_${string}`;
let counter = 0;

const manifestUrl = () => `${ORIGIN}/remotes/${name}/0.1.0-a/mf-manifest.json`;
const entryUrl = () => `${ORIGIN}/remotes/${name}/0.1.0-a/remoteEntry.abc.js`;
const load = (fresh = '') => federation.loadExposed(entryOf(name, { integrity: HASHES }), fresh);
const container = {
  init: jest.fn(),
  get: jest.fn((_module: string) => Promise.resolve((): unknown => 'pages')),
};
const failing = (method: string, reason: string): object => ({
  ...container,
  [method]: jest.fn().mockRejectedValue(new Error(reason)),
});
const nextScript = async () => {
  for (let turn = 0; turn < 1000; turn += 1) {
    const script = document.querySelector('script');
    if (script) return script;
    await Promise.resolve();
  }
  throw new Error('no script was asked for');
};
/** What the browser does with the next script of the page. */
const answerScript = async (event: 'load' | 'error', leaves?: object) => {
  const script = await nextScript();
  globals[name] = leaves;
  script.dispatchEvent(new Event(event));
  return script;
};

beforeAll(async () => {
  Object.assign(globalThis, { PLATFORM_VERSION: '1.0.0', Response: Answer });
  AbortSignal.timeout = () => new AbortController().signal;
  federation = await import('./federation');
});

beforeEach(() => {
  // The runtime remembers remotes by their names, as long as the page lives.
  // It warns of whatever it remembers anew or refuses.
  jest.spyOn(console, 'warn').mockReturnValue();
  name = `mf_test${String.fromCharCode(97 + counter++)}`;
  const facts = { ...FACTS, id: name, metaData: { ...FACTS.metaData, name, globalName: name } };
  window.fetch = request as unknown as typeof fetch;
  request.mockReset().mockResolvedValue(new Answer(facts));
  container.init.mockReset();
  container.get.mockClear();
  delete window.paperplaneBoot;
});

it('gives the container what is shared and takes the module out of it', async () => {
  const [module, script] = await Promise.all([load(), answerScript('load', container)]);
  expect(module).toBe('pages');
  expect(request).toHaveBeenCalledWith(manifestUrl(), expect.objectContaining({ integrity: HASH }));
  expect(script).toMatchObject({ src: entryUrl(), integrity: HASH });
  expect(document.querySelector('script')).toBeNull();
  const [scope] = container.init.mock.calls[0] as [object];
  expect(Object.keys(scope)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@paperplane/shared/platform', '@paperplane/shared/forms']),
  );
  expect(container.get).toHaveBeenCalledWith('./remote');
});

it('uses the manifest that the boot script has asked for, once', async () => {
  const manifests = { [manifestUrl()]: request('') };
  request.mockClear();
  window.paperplaneBoot = { manifests } as unknown as typeof window.paperplaneBoot & object;
  await Promise.all([load(), answerScript('load', container)]);
  expect(request).not.toHaveBeenCalled();
  expect(manifests).toEqual({});
});

it('begins another attempt from nothing, and keeps caches out of it', async () => {
  await Promise.all([
    expect(load()).rejects.toMatchObject({ stage: 'entry', reason: expect.stringMatching(/no \.\/remote/) }),
    answerScript('load', failing('get', 'no ./remote')),
  ]);
  const [module, script] = await Promise.all([load('r=17'), answerScript('load', container)]);
  expect(module).toBe('pages');
  expect(request.mock.lastCall?.[0]).toBe(`${manifestUrl()}?r=17`);
  expect(script).toMatchObject({ src: `${entryUrl()}?r=17`, integrity: HASH });
});

it.each([
  ['an answer that says no', () => Promise.resolve(new Answer(null, 503)), { status: 503, hanging: false }],
  ['no server', () => Promise.reject(new TypeError('Failed to fetch')), { status: 0, hanging: false }],
  [
    'no answer in time',
    () => Promise.reject(new DOMException('', 'TimeoutError')),
    { status: 0, hanging: true },
  ],
  ['a web page', () => Promise.resolve(new Answer(new SyntaxError('<'))), { status: 0 }],
  ['something else', () => Promise.resolve(new Answer({})), { status: 0 }],
])('fails at the manifest for %s', async (_what, ask, failure) => {
  request.mockImplementation(ask);
  const message = expect.stringMatching(/^manifest: /);
  await expect(load()).rejects.toMatchObject({ stage: 'manifest', message, ...failure });
});

it.each([
  ['does not come', 'error', undefined, /^ScriptNetworkError: Failed to load script/],
  ['leaves nothing', 'load', undefined, /remoteEntry exports/],
  ['refuses what is shared', 'load', failing('init', 'no react'), /^Error: no react/],
  ['has no such module', 'load', failing('get', 'no ./remote'), /no \.\/remote/],
] as const)('fails at the entry when it %s', async (_what, event, leaves, reason) => {
  await Promise.all([
    expect(load()).rejects.toMatchObject({ stage: 'entry', reason: expect.stringMatching(reason) }),
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

import { answer, json, refuse, wordsOf } from '../../functions/_shared/answers.ts';
import { callerClient, serviceClient } from '../../functions/_shared/clients.ts';
import { publishableKeys, serviceKeys } from '../../functions/_shared/keys.ts';
import { isSameSecret } from '../../functions/_shared/same-secret.ts';
import { isService } from '../../functions/_shared/service.ts';

const environment: Record<string, string> = {};

beforeAll(() => {
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } });
});
afterAll(() => void Reflect.deleteProperty(globalThis, 'Deno'));
beforeEach(() => {
  for (const name of Object.keys(environment)) Reflect.deleteProperty(environment, name);
});

const asked = (headers: Record<string, string>) => new Request('http://functions.test', { headers });

describe('who calls a function', () => {
  beforeEach(() =>
    Object.assign(environment, {
      SUPABASE_SERVICE_ROLE_KEY: 'legacy',
      SUPABASE_SECRET_KEYS: '{"other": "sb_secret_other", "default": "sb_secret_first"}',
    }),
  );

  it.each([
    ['the legacy key as bearer', { authorization: 'Bearer legacy' }],
    ['a new key as bearer', { authorization: 'bearer sb_secret_other' }],
    ['a new key as apikey', { apikey: 'sb_secret_first', authorization: 'Bearer somebody' }],
  ])('is the project itself by %s', (_name, headers) => {
    expect(isService(asked(headers))).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['an empty key', { apikey: '', authorization: 'Bearer ' }],
    ['another key', { authorization: 'Bearer sb_publishable_x', apikey: 'legac' }],
    ['the name of a key', { apikey: 'default' }],
  ])('is somebody else by %s', (_name, headers) => {
    expect(isService(asked(headers))).toBe(false);
  });

  it('is nobody where no key is set', () => {
    Object.assign(environment, { SUPABASE_SERVICE_ROLE_KEY: '', SUPABASE_SECRET_KEYS: '' });
    expect(isService(asked({ apikey: '', authorization: 'Bearer ' }))).toBe(false);
    expect(isService(asked({ authorization: 'Bearer undefined' }))).toBe(false);
  });
});

describe('the keys of the project', () => {
  it('come in the newest form first', () => {
    Object.assign(environment, {
      SUPABASE_SERVICE_ROLE_KEY: 'legacy',
      SUPABASE_SECRET_KEYS: '{"b": "sb_secret_b", "default": "sb_secret_a"}',
      SUPABASE_ANON_KEY: 'anon',
    });
    expect(serviceKeys()[0]).toBe('sb_secret_a');
    expect(serviceKeys()).toContain('legacy');
    expect(publishableKeys()).toEqual(['anon']);
  });

  it('are needed by clients', () => {
    expect(() => serviceClient()).toThrow('not set');
    Object.assign(environment, { SUPABASE_URL: 'http://127.0.0.1:1' });
    expect(() => callerClient(asked({}))).toThrow('not set');
  });
});

it('compares secrets whole', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  expect(isSameSecret('ab', 'abc')).toBe(false);
});

describe('an answer', () => {
  it('lets pages of any origin ask', async () => {
    const preflight = new Request('http://functions.test', { method: 'OPTIONS' });
    const response = await answer(preflight, () => Promise.reject(new Error('not asked')));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toContain('x-client-info');
    expect(json({}).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses as commands of the database do', async () => {
    const response = refuse('amount_wrong', 'Not an amount.', { field: 'amount' }, 422);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      success: false,
      error: 'Not an amount.',
      code: 'amount_wrong',
      field: 'amount',
      params: {},
    });
  });

  it('tells nobody what went wrong inside, and the log no credentials', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const failed = new TypeError('fetch of https://user:secret@bridge.test/accounts failed');
    const response = await answer(asked({}), () => Promise.reject(failed));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('fetch');
    expect(said).toHaveBeenCalledWith('TypeError: fetch of https://…@bridge.test/accounts failed');
    expect(wordsOf({ code: 'PGRST301' })).toBe('{"code":"PGRST301"}');
    said.mockRestore();
  });
});

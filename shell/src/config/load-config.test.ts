import { loadConfig } from './load-config';

const answer = (status: number, text: string) => (): Promise<Response> =>
  Promise.resolve({ ok: status < 400, status, text: () => Promise.resolve(text) } as Response);

const reasons = async (request: () => Promise<Response>) => {
  const loaded = await loadConfig(request);
  return 'problem' in loaded && loaded.problem.kind === 'broken' ? loaded.problem.reasons : loaded;
};

describe('loadConfig', () => {
  it('gives the settings', async () => {
    const text = JSON.stringify({ supabaseUrl: 'http://127.0.0.1:54321', supabaseKey: 'k' });
    expect(await loadConfig(answer(200, text))).toMatchObject({
      config: { supabaseKey: 'k', legalEmail: '' },
    });
  });

  it('names each setting that is wrong', async () => {
    const text = JSON.stringify({ supabaseUrl: 'nowhere', supportEmail: 4 });
    expect(await reasons(answer(200, text))).toEqual([
      'supabaseUrl is not a URL',
      'supabaseKey is missing',
      'supportEmail is not text',
    ]);
  });

  it.each([
    [404, 'not here', 'config.json is missing (the server answered 404)'],
    [200, '<!doctype html>', 'config.json is missing (the server sent a web page instead)'],
    [200, '{"supabaseUrl":', 'config.json is not valid JSON'],
    [200, '[]', 'config.json is not an object of settings'],
  ])('explains an answer %i "%s"', async (status, text, reason) => {
    expect(await reasons(answer(status, text))).toEqual([reason]);
  });

  // NETWORK and API_SERVER_ERROR (docs/product/platform.md, Error catalogue)
  it.each([
    [
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Network connection issue. Please check your internet connection.',
    ],
    [answer(503, 'busy'), 'Server error. Please try again later.'],
  ])('offers another try when the server cannot be reached', async (request, message) => {
    expect(await loadConfig(request)).toMatchObject({
      problem: { kind: 'network', error: { userMessage: message } },
    });
  });
});

/** @jest-environment jsdom */
import { RemoteFailure } from './failure';
import { reportLoadError } from './load-errors';

/** What was posted, and how. */
async function sentFor(
  failure: RemoteFailure,
  version: string,
  config: unknown = { loadErrorsUrl: '/load-errors' },
) {
  const request = jest.fn((url: string, init?: RequestInit) => {
    void init;
    return Promise.resolve({
      json: () => Promise.resolve(url === '/config.json' ? config : null),
    } as Response);
  });
  await reportLoadError({ name: 'mf_sales', version }, failure, request as unknown as typeof fetch);
  const [, post] = request.mock.calls;
  return post ? { url: post[0], init: post[1], body: JSON.parse(post[1]?.body as string) as unknown } : null;
}

it('tells name, version, stage and reason, and nothing that says who', async () => {
  const sent = await sentFor(new RemoteFailure('manifest', 'answered 500', 500), 'a');
  expect(sent).toMatchObject({
    url: '/load-errors',
    init: { method: 'POST', keepalive: true, credentials: 'omit', referrerPolicy: 'no-referrer' },
  });
  expect(sent?.body).toEqual({ remote: 'mf_sales', version: 'a', stage: 'manifest', reason: 'answered 500' });
});

it.each([
  [new RemoteFailure('page', 'wrong hash of js/list.js', 200), 'wrong hash of js/list.js'],
  [new RemoteFailure('entry', 'no answer in time', 0, true), 'no answer in time'],
  [new RemoteFailure('page', 'Loading chunk 7 failed.\n(error: http://x/7.js?r=17)'), 'did not arrive'],
  // Whatever else is thrown may quote what somebody works on.
  [new RemoteFailure('page', 'no seat left for Ines Sommer'), 'broke while it was loaded'],
  [new RemoteFailure('render', 'cannot read Ines Sommer'), 'broke while it was shown'],
])('says %s in words of its own', async (failure, reason) => {
  expect((await sentFor(failure, reason))?.body).toMatchObject({ reason });
});

it('reports one of a kind per page', async () => {
  const failure = new RemoteFailure('entry', 'answered 404', 404);
  expect(await sentFor(failure, 'once')).not.toBeNull();
  expect(await sentFor(failure, 'once')).toBeNull();
});

it.each([[{}], [{ loadErrorsUrl: '' }], [{ loadErrorsUrl: 5 }], [null]])(
  'sends nothing where config.json says %j',
  async (config) => {
    expect(
      await sentFor(new RemoteFailure('entry', 'x'), `none ${JSON.stringify(config)}`, config),
    ).toBeNull();
  },
);

it('blames nobody for a browser that is offline', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await sentFor(new RemoteFailure('entry', 'x'), 'offline')).toBeNull();
  online.mockRestore();
});

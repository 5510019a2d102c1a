import { sendPageView } from './send-page-view';

const answer = () => Promise.resolve({ ok: true } as Response);

// docs/product/platform.md, Page views
// Holds platform-73
it('sends pattern and path, survives leaving the page, and carries nothing that says who', () => {
  const request = jest.fn(answer);
  sendPageView('https://count.test/views', { route: '/sales/:id', path: '/sales/17' }, request);
  expect(request).toHaveBeenCalledTimes(1);
  const [url, init] = request.mock.calls[0] as unknown as [string, RequestInit & { body: string }];
  expect(url).toBe('https://count.test/views');
  expect(init).toMatchObject({
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  expect(JSON.parse(init.body)).toEqual({ route: '/sales/:id', path: '/sales/17' });
});

it('sends nothing where there is no address', () => {
  const request = jest.fn(answer);
  sendPageView('', { route: '/', path: '/' }, request);
  expect(request).not.toHaveBeenCalled();
});

it('does not mind a failure', async () => {
  const request = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(() => sendPageView('https://count.test', { route: '/', path: '/' }, request)).not.toThrow();
  await Promise.resolve();
});

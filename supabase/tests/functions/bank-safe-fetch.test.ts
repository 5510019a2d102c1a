import * as dns from 'node:dns/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { MOST_BYTES, objectIn, safeFetch } from '../../functions/_shared/bank/safe-fetch.ts';

jest.mock('node:dns/promises', () => ({ lookup: jest.fn() }));
const lookup = dns.lookup as unknown as jest.Mock<Promise<{ address: string; family: number }[]>, [string]>;

const environment: Record<string, string> = {};
let server: http.Server;
let origin = '';
const asked: http.IncomingMessage[] = [];
let answer: http.RequestListener = () => undefined;

beforeAll(async () => {
  Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } });
  server = http.createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'Deno');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
  lookup.mockReset();
  Object.assign(environment, {
    BANK_BRIDGES_ALLOWED: `https://other.test ${origin}`,
    BANK_TIMEOUT_SECONDS: '1',
  });
});

const ask = (path = '/accounts') => safeFetch(new URL(path, origin));

describe('what is not asked', () => {
  beforeEach(() => (environment['BANK_BRIDGES_ALLOWED'] = ''));

  it.each([
    'http://bridge.example/',
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://localhost:1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://user:pass@bridge.example/',
    'ftp://bridge.example/',
    'file:///etc/passwd',
    'data:application/json,{}',
  ])('is %s', async (address) => {
    lookup.mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
    await expect(safeFetch(new URL(address))).rejects.toMatchObject({ code: 'refused', message: 'refused' });
  });

  // Holds bank-107, integrations-89, security-89
  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '192.168.0.1']],
    ['a mapped address', ['::ffff:7f00:1']],
    ['the address of metadata', ['fd00:ec2::254']],
  ])('is a name that leads to %s', async (_name, addresses) => {
    lookup.mockResolvedValue(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
    await expect(safeFetch(new URL('https://bridge.example/'))).rejects.toMatchObject({ code: 'refused' });
  });

  it('is a bridge of this machine on another port than the one that is named', async () => {
    environment['BANK_BRIDGES_ALLOWED'] = `${origin}0`;
    await expect(ask()).rejects.toMatchObject({ code: 'refused' });
    expect(asked).toHaveLength(0);
  });
});

it('says that a name leads nowhere', async () => {
  lookup.mockRejectedValue(new Error('getaddrinfo ENOTFOUND bridge.example'));
  await expect(safeFetch(new URL('https://bridge.example/'))).rejects.toMatchObject({ code: 'unreachable' });
});

it('does not wait for a name longer than for an answer', async () => {
  lookup.mockReturnValue(new Promise(() => undefined));
  await expect(safeFetch(new URL('https://bridge.example/'))).rejects.toMatchObject({ code: 'slow' });
});

it('asks the address that was looked up, and no name twice', async () => {
  // A public address where nobody answers within the time that is given.
  lookup.mockResolvedValue([{ address: '192.88.98.1', family: 4 }]);
  await expect(safeFetch(new URL('https://bridge.example/'))).rejects.toMatchObject({
    code: expect.stringMatching(/^(slow|unreachable)$/) as string,
  });
  expect(lookup).toHaveBeenCalledTimes(1);
});

describe('a bridge that is named', () => {
  it('is asked as the request says', async () => {
    answer = (request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => response.end(JSON.stringify({ body })));
    };
    const { status, text } = await safeFetch(new URL('/auth', origin), {
      method: 'POST',
      headers: { authorization: 'Basic x' },
      body: 'é',
    });
    expect([status, text]).toEqual([200, '{"body":"é"}']);
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Basic x', 'content-length': '2' });
  });

  // Holds bank-106
  it.each([301, 302, 303, 307, 308])('is not followed elsewhere (%i)', async (status) => {
    answer = (_request, response) => response.writeHead(status, { location: `${origin}/elsewhere` }).end();
    await expect(ask()).rejects.toMatchObject({ code: 'wrong_answer' });
    expect(asked).toHaveLength(1);
  });

  it('may answer with 8 MB', async () => {
    environment['BANK_TIMEOUT_SECONDS'] = '30';
    answer = (_request, response) => response.end('a'.repeat(MOST_BYTES));
    expect((await ask()).text).toHaveLength(MOST_BYTES);
  });

  it('may not answer with more', async () => {
    environment['BANK_TIMEOUT_SECONDS'] = '30';
    answer = (_request, response) => response.end('a'.repeat(MOST_BYTES + 1));
    await expect(ask()).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['before it answers', () => undefined],
    [
      'in the middle of its answer',
      (_request: unknown, response: http.ServerResponse) => void response.write('{'),
    ],
  ])('is not waited for %s', async (_name, slow) => {
    answer = slow;
    await expect(ask()).rejects.toMatchObject({ code: 'slow' });
  });

  it('is away when it hangs up', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    };
    await expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it.each([
    ['120', 120],
    [new Date(Date.now() + 600_000).toUTCString(), 600],
    ['99999999', 86_400],
  ])('says when to come again (%s)', async (header, seconds) => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': header }).end();
    const { retryAt } = await ask();
    expect(Math.abs(Date.parse(retryAt ?? '') - Date.now() - seconds * 1000)).toBeLessThan(30_000);
  });

  it('says nothing that is no time', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': 'soon' }).end();
    expect((await ask()).retryAt).toBeNull();
  });
});

it.each(['', '<html>', '[]', 'null', '"text"', '{"accounts": ['])('takes %s for no answer', (text) => {
  expect(() => objectIn(text)).toThrow(expect.objectContaining({ code: 'wrong_answer' }) as Error);
});

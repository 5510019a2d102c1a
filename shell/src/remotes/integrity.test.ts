import { waitFor } from '@testing-library/react';
import { createHash, webcrypto } from 'node:crypto';
import { expectHashes, guard, integrityOf, diagnoseFailedFile, recordFailedFile } from './integrity';

const FOLDER = 'http://localhost/remotes/mf_sales/2/';
const FILE = `${FOLDER}js/list.js`;
const GOOD = 'the list';
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const request = jest.fn<Promise<Response>, [string, RequestInit?]>();
const answer = (text: string, status = 200) =>
  ({
    ok: status < 400,
    status,
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
  }) as Response;

beforeEach(() => {
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  AbortSignal.timeout = () => new AbortController().signal;
  window.fetch = request as typeof fetch;
  request.mockReset().mockResolvedValue(answer(GOOD));
  expectHashes(FOLDER, { 'js/list.js': hashOf(GOOD) });
  request.mockClear();
});

it('knows the hash of a file, with or without the query of another attempt', () => {
  expect(integrityOf(FILE)).toBe(hashOf(GOOD));
  expect(integrityOf(`${FILE}?r=17`)).toBe(hashOf(GOOD));
  expect(integrityOf(`${FOLDER}img/a.webp`)).toBe('');
  expect(integrityOf('http://localhost/remotes/mf_sales/1/js/list.js')).toBe('');
});

it('makes the browser check a script, and remembers before others hear of it that it did not come', async () => {
  const script = document.createElement('script');
  const order: string[] = [];
  script.onerror = () => void diagnoseFailedFile(FOLDER).then((found) => order.push(String(found?.reason)));
  guard(script, FILE);
  expect(script.integrity).toBe(hashOf(GOOD));
  request.mockResolvedValue(answer('something else'));
  script.dispatchEvent(new Event('error'));
  await waitFor(() => expect(order).toEqual(['wrong hash of js/list.js']));
});

it('tells a damaged file from one that did not come', async () => {
  expect(await diagnoseFailedFile(FOLDER)).toBeNull();
  expect(request).not.toHaveBeenCalled();
  recordFailedFile(FILE);
  expect(await diagnoseFailedFile(FOLDER)).toBeNull();
  request.mockResolvedValue(answer('not found', 404));
  expect(await diagnoseFailedFile(FOLDER)).toEqual({ reason: 'answered 404 for js/list.js', status: 404 });
  request.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await diagnoseFailedFile(FOLDER)).toBeNull();
  request.mockResolvedValue(answer('something else'));
  expect(await diagnoseFailedFile(FOLDER)).toEqual({ reason: 'wrong hash of js/list.js', status: 200 });
  expect(request.mock.lastCall?.[1]).toMatchObject({ cache: 'reload' });
});

it('puts right at the next attempt what the browser keeps of a damaged file', async () => {
  recordFailedFile(`${FILE}?r=1`);
  request.mockResolvedValue(answer('something else'));
  expect(await diagnoseFailedFile(FOLDER)).toEqual({ reason: 'wrong hash of js/list.js', status: 200 });
  request.mockClear();
  expectHashes(FOLDER, { 'js/list.js': hashOf(GOOD) });
  expect(request.mock.calls).toEqual([[FILE, { cache: 'reload' }]]);
  expect(await diagnoseFailedFile(FOLDER)).toBeNull();
});

it('checks nothing of a release that names no hashes', () => {
  expectHashes('http://localhost/remotes/mf_old/1/', undefined);
  expect(integrityOf('http://localhost/remotes/mf_old/1/remoteEntry.js')).toBe('');
});

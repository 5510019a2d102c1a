/** @jest-environment jsdom */
import { createHash, webcrypto } from 'node:crypto';
import { addressOf, expectFiles, integrityOf, diagnoseFailedFile, recordFailedFile } from './integrity';

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
  expectFiles(FOLDER, { 'js/list.js': hashOf(GOOD) });
  request.mockClear();
});

it('knows the hash of a file, with or without the query of another attempt', () => {
  expect(integrityOf(FILE)).toBe(hashOf(GOOD));
  expect(integrityOf(`${FILE}?r=17`)).toBe(hashOf(GOOD));
  expect(integrityOf(`${FOLDER}img/a.webp`)).toBe('');
  expect(integrityOf('http://localhost/remotes/mf_sales/1/js/list.js')).toBe('');
});

it('gives each file of a remote that is tried again the query of that attempt', () => {
  expect(addressOf(FILE)).toBe(FILE);
  expectFiles(FOLDER, {}, 'r=17');
  expect(addressOf(FILE)).toBe(`${FILE}?r=17`);
  expect(addressOf(`${FILE}?r=17`)).toBe(`${FILE}?r=17`);
  expect(addressOf('http://localhost/remotes/mf_sales/1/js/list.js')).not.toContain('?');
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
  expectFiles(FOLDER, { 'js/list.js': hashOf(GOOD) });
  expect(request.mock.calls).toEqual([[FILE, { cache: 'reload' }]]);
  expect(await diagnoseFailedFile(FOLDER)).toBeNull();
});

it('checks nothing of a release that names no hashes', () => {
  expectFiles('http://localhost/remotes/mf_old/1/', undefined);
  expect(integrityOf('http://localhost/remotes/mf_old/1/remoteEntry.js')).toBe('');
});

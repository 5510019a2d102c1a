import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { eraseKept, KEPT_DATABASE } from './erase';
import { getKept, KEPT_MOST, KEPT_SIZE, putKept, type Owner } from './vault';

// docs/product/platform.md, Reading offline
const OWNER: Owner = { sessionId: 's1', userId: 'u1', contract: '3.13' };
const NOW = Date.UTC(2026, 10, 26, 10, 42);
const DAY = 86_400_000;
const always = () => true;

const put = (key: string, text: string | null, at = NOW, owner = OWNER) =>
  putKept(owner, [{ key, text, at }], always, at);
const get = (key: string, now = NOW, owner = OWNER) => getKept(owner, key, now);

interface Row {
  name: string;
  at: number;
  iv: Uint8Array;
  bytes: ArrayBuffer;
}
const stored = async () => {
  const db = await openDB(KEPT_DATABASE);
  const [rows, keys] = [(await db.getAll('answers')) as Row[], (await db.getAll('keys')) as object[]];
  db.close();
  return { rows, keys };
};

beforeEach(() => eraseKept());

it('gives back what was put, with the moment it is of', async () => {
  await put('listSales({"search":"Lind"})', '{"name":"Ottokar"}');
  expect(await get('listSales({"search":"Lind"})')).toEqual({ text: '{"name":"Ottokar"}', at: NOW });
  await put('listSales({"search":"Lind"})', null);
  expect(await get('listSales({"search":"Lind"})')).toBeNull();
});

it('stores neither what was asked nor what was answered as it is, and keys that cannot be taken out', async () => {
  await put('listSales({"search":"Lind"})', '{"name":"Ottokar"}');
  const { rows, keys } = await stored();
  const seen = [
    ...rows.map(({ bytes, ...row }) => JSON.stringify(row) + Buffer.from(bytes).toString('latin1')),
  ];
  expect(seen).toHaveLength(1);
  expect(seen.join()).not.toMatch(/Ottokar|Lind|listSales/);
  const made = keys.flatMap((one) => Object.values(one)).filter((one) => one instanceof CryptoKey);
  expect(made.map(({ extractable }) => extractable)).toEqual([false, false]);
});

// Holds security-124
it.each<[string, Partial<Owner>]>([
  ['session', { sessionId: 's2' }],
  ['person', { userId: 'u2' }],
  ['version of the contract', { contract: '3.12' }],
])('erases unread what another %s left', async (_what, other) => {
  await put('a', '1');
  expect(await get('a', NOW, { ...OWNER, ...other })).toBeNull();
  expect((await stored()).rows).toEqual([]);
  expect(await get('a')).toBeNull();
});

// Holds platform-50
it('keeps an answer for seven days, and none of a day to come', async () => {
  await put('a', '1');
  await put('b', '1', NOW + DAY);
  expect(await get('a', NOW + 7 * DAY)).toMatchObject({ text: '1' });
  expect(await get('a', NOW + 7 * DAY + 1)).toBeNull();
  expect(await get('b', NOW + 7 * DAY + 1)).toMatchObject({ text: '1' });
  // A clock that was set back does not make anything younger.
  expect(await get('b', NOW)).toBeNull();
  expect((await stored()).rows).toEqual([]);
});

// Holds security-125
it('does not open an answer that was made younger, or put in the place of another', async () => {
  await put('a', '1');
  await put('b', '2');
  const db = await openDB(KEPT_DATABASE);
  const [first, second] = (await db.getAll('answers')) as [Row, Row];
  await db.put('answers', { ...first, at: first.at + 1 });
  await db.put('answers', { ...second, bytes: first.bytes, iv: first.iv });
  db.close();
  await expect(get('a', NOW + DAY)).rejects.toThrow();
  await expect(get('b', NOW + DAY)).rejects.toThrow();
});

// Holds platform-49
it('keeps so many answers, the oldest go first; and none that is too large', async () => {
  await putKept(
    OWNER,
    Array.from({ length: KEPT_MOST + 3 }, (_, n) => ({ key: `k${n}`, text: '1', at: NOW - 1000 + n })),
    always,
    NOW,
  );
  expect((await stored()).rows).toHaveLength(KEPT_MOST);
  expect(await get('k2')).toBeNull();
  expect(await get('k3')).not.toBeNull();
  await put('k3', 'x'.repeat(KEPT_SIZE + 1));
  expect(await get('k3')).toBeNull();
});

it('writes nothing for somebody who has signed out meanwhile', async () => {
  let asked = 0;
  await putKept(OWNER, [{ key: 'a', text: '1', at: NOW }], () => (asked += 1) === 1, NOW);
  expect((await stored()).rows).toEqual([]);
});

it('is gone with its keys, also while another tab has it open', async () => {
  await put('a', '1');
  await get('a');
  await eraseKept();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(KEPT_DATABASE);
  expect(await get('a')).toBeNull();
});

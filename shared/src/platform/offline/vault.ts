/**
 * What a device keeps, encrypted (docs/product/platform.md, Reading offline). Keys and answers lie in one database of IndexedDB: keys that
 * no script can read out of the browser, made for one session; answers under names that tell nothing, until they are seven days old.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { KEPT_DATABASE } from './erase';

/** How long an answer is kept, in milliseconds. */
export const KEPT_FOR = 7 * 86_400_000;
/** How many answers are kept; the oldest goes first. */
export const KEPT_MOST = 200;
/** The largest answer that is kept, in characters of JSON. */
export const KEPT_SIZE = 100_000;

/** Whose answers they are: of another session, person or version of the contract none is read. */
export interface Owner {
  sessionId: string;
  userId: string;
  /** Of the platform: what answers looked like. */
  contract: string;
}

interface Keys extends Owner {
  /** AES-GCM, for answers. */
  secret: CryptoKey;
  /** HMAC, for their names: what was searched for stands in a key of the cache. */
  naming: CryptoKey;
}

interface Kept {
  name: string;
  /** When the server gave it, in milliseconds. */
  at: number;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

interface Schema extends DBSchema {
  keys: { key: 'own'; value: Keys };
  answers: { key: string; value: Kept; indexes: { at: number } };
}

type Database = IDBPDatabase<Schema>;

let opened: Promise<Database> | null = null;

/** One connection, given back as soon as anybody deletes the database: a sign-out in another tab waits for nobody. */
function database(): Promise<Database> {
  const forget = () => {
    opened = null;
  };
  opened ??= openDB<Schema>(KEPT_DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('answers', { keyPath: 'name' }).createIndex('at', 'at');
    },
    blocking(_current, _blocked, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  return opened;
}

const isSame = (keys: Owner, owner: Owner): boolean =>
  keys.sessionId === owner.sessionId && keys.userId === owner.userId && keys.contract === owner.contract;

const newKeys = async (owner: Owner): Promise<Keys> => {
  const [secret, naming] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  return { ...owner, secret, naming };
};

/** The keys of this owner; whatever another one left is erased unread, and what is too old, or of a day to come, with it. */
async function keysOf(owner: Owner, now: number): Promise<{ db: Database; keys: Keys }> {
  const db = await database();
  const found = await db.get('keys', 'own');
  const made = found && isSame(found, owner) ? null : await newKeys(owner);
  const work = db.transaction(['keys', 'answers'], 'readwrite');
  const [all, answers] = [work.objectStore('keys'), work.objectStore('answers')];
  // Another tab of the same session may have been faster.
  let keys = await all.get('own');
  if (!keys || !isSame(keys, owner)) {
    if (!made) throw new Error('the keys were taken away');
    keys = made;
    await answers.clear();
    await all.put(keys, 'own');
  }
  const index = answers.index('at');
  for (const range of [IDBKeyRange.upperBound(now - KEPT_FOR, true), IDBKeyRange.lowerBound(now, true)])
    for (const name of await index.getAllKeys(range)) await answers.delete(name);
  await work.done;
  return { db, keys };
}

const encode = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));

const nameOf = async ({ naming }: Keys, key: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', naming, encode(key))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Name and age belong to the answer: one that was moved, or made younger, is none. */
const cipher = ({ name, at, iv }: Pick<Kept, 'name' | 'at' | 'iv'>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: encode(`${name} ${at}`),
});

/** One answer to keep under a key; without data nothing is kept under it any more. */
export interface ToKeep {
  key: string;
  /** As JSON. */
  text: string | null;
  at: number;
}

/**
 * Writes answers, one after the other, and drops the oldest where there are too many.
 * @param isStill asked right before each is written: whether the owner is still signed in
 */
export async function putKept(
  owner: Owner,
  answers: readonly ToKeep[],
  isStill: () => boolean,
  now = Date.now(),
): Promise<void> {
  if (!isStill()) return;
  const { db, keys } = await keysOf(owner, now);
  for (const { key, text, at } of answers) {
    const name = await nameOf(keys, key);
    if (text === null || text.length > KEPT_SIZE) {
      await db.delete('answers', name);
      continue;
    }
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt(cipher({ name, at, iv }), keys.secret, encode(text));
    if (!isStill()) return;
    await db.put('answers', { name, at, iv, bytes });
  }
  const names = await db.getAllKeysFromIndex('answers', 'at');
  for (const name of names.slice(0, Math.max(0, names.length - KEPT_MOST))) await db.delete('answers', name);
}

/** What is kept for an owner under a key, as JSON, and when the server gave it, in milliseconds; null for nothing. */
export async function getKept(
  owner: Owner,
  key: string,
  now = Date.now(),
): Promise<{ text: string; at: number } | null> {
  const { db, keys } = await keysOf(owner, now);
  const kept = await db.get('answers', await nameOf(keys, key));
  if (!kept) return null;
  const bytes = await crypto.subtle.decrypt(cipher(kept), keys.secret, kept.bytes);
  return { text: new TextDecoder().decode(bytes), at: kept.at };
}

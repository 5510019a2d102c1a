import { expect, type Page } from '@playwright/test';
/** As `shared/src/platform/offline/erase.ts` calls it. */
const KEPT_DATABASE = 'paperplane.kept';

/** What lies on the device, as somebody finds it who opens the browser's storage. */
export interface Device {
  databases: string[];
  /** Every row of the database that is not a key, bytes as text. */
  raw: string;
  /** Answers, opened with the key that lies beside them: what a script of this origin could read at most. */
  answers: string[];
  /** Whether any key could be taken out of the browser. */
  isKeyExtractable: boolean;
}

/** Looks into the storage of the page's origin. */
export const lookInto = (page: Page): Promise<Device> =>
  page.evaluate(async (name) => {
    const names = (await indexedDB.databases()).flatMap((found) => found.name ?? []);
    const nothing = { databases: names, raw: '', answers: [], isKeyExtractable: false };
    if (!names.includes(name)) return nothing;
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    // Erased since it was listed: opened, it would be made anew, without anything, and the product would find that.
    const opening = indexedDB.open(name);
    let isGone = false;
    opening.onupgradeneeded = () => {
      isGone = true;
      opening.transaction?.abort();
    };
    const db = await done(opening).catch((thrown: unknown) => {
      if (!isGone) throw thrown;
    });
    if (!db) return nothing;
    interface Row {
      name: string;
      at: number;
      iv: Uint8Array<ArrayBuffer>;
      bytes: ArrayBuffer;
    }
    const stores = db.transaction(['keys', 'answers']);
    const keys = done(stores.objectStore('keys').getAll()) as Promise<Record<string, unknown>[]>;
    const rows = (await done(stores.objectStore('answers').getAll())) as Row[];
    const cryptoKeys = (await keys)
      .flatMap((one) => Object.values(one))
      .filter((one) => one instanceof CryptoKey);
    const secret = cryptoKeys.find(({ algorithm }) => algorithm.name === 'AES-GCM');
    const answers = await Promise.all(
      rows.map(async (row) => {
        const additionalData = new TextEncoder().encode(`${row.name} ${row.at}`);
        const how = { name: 'AES-GCM', iv: row.iv, additionalData };
        return new TextDecoder().decode(await crypto.subtle.decrypt(how, secret!, row.bytes));
      }),
    );
    db.close();
    const text = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
    return {
      databases: names,
      raw: rows.map(({ bytes, iv: _iv, ...row }) => JSON.stringify(row) + text(bytes)).join('\n'),
      answers,
      isKeyExtractable: cryptoKeys.some(({ extractable }) => extractable),
    };
  }, KEPT_DATABASE);

/** Waits until the device keeps an answer that tells this. */
export const expectKept = (page: Page, told: string): Promise<void> =>
  expect.poll(async () => (await lookInto(page)).answers.join('\n')).toContain(told);

/** Waits until the device keeps nothing, keys neither. */
export const expectNothingKept = (page: Page): Promise<void> =>
  expect.poll(async () => (await lookInto(page)).databases).not.toContain(KEPT_DATABASE);

/** Longer than it takes until an answer is written, in milliseconds. */
const WRITTEN_BY = 4000;

/** Watches a device for as long as it takes to write something, and fails when it keeps anything. */
export async function expectNothingKeptMeanwhile(page: Page): Promise<void> {
  const until = Date.now() + WRITTEN_BY;
  const look = async () => {
    expect((await lookInto(page)).databases).not.toContain(KEPT_DATABASE);
    return Date.now() >= until;
  };
  await expect.poll(look).toBe(true);
}

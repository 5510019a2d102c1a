import { createClient } from '@supabase/supabase-js';
import type { Client } from '../../../shared/src/platform/api/client-types';
import type { Database } from '../../../shared/src/platform/api/database.types';
import type * as app from '../../../shared/src/platform/api/replicas';
import { exportsOf } from '../support/contract';
import { sql } from '../support/database';
import { startReplicaBackend, type ReplicaBackend } from '../support/replica-backend';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What a browser finds of its own writes where a replica answers its reads: the app's own code, against a replica that is behind. */
jest.setTimeout(120_000);

const { createReplicas } = exportsOf<typeof app>('shared/src/platform/api/replicas.ts');

/** Longer than reads keep to the primary after a write. */
const LATER_MS = 11_000;

let backend: ReplicaBackend;
let agency: TestAgency;
let token: string;
/** Where requests went since it was emptied. */
let asked: ('replica' | 'primary')[] = [];
let later = 0;

beforeAll(async () => {
  backend = await startReplicaBackend();
  agency = await createTestAgency();
  token = (await agency.owner.api.auth.getSession()).data.session?.access_token ?? '';
  await backend.caughtUp();
  const [send, clock] = [fetch, Date.now];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    asked.push((input as string).startsWith(backend.facts.readsUrl) ? 'replica' : 'primary');
    return send(input, init);
  });
  jest.spyOn(Date, 'now').mockImplementation(() => clock() + later);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await backend.stop();
});

/** A tab that has just been opened, of the owner. */
function openTab() {
  const { apiUrl, readsUrl, publishableKey } = backend.facts;
  const replicas = createReplicas(readsUrl);
  const client: Client = createClient<Database>(apiUrl, publishableKey, {
    accessToken: () => Promise.resolve(token),
    global: { fetch: replicas.fetch },
    realtime: { transport: class {} as never },
  });
  const db = replicas.db(client);
  return {
    heard: replicas.heard,
    async rename(first_name: string) {
      const { error } = await db.from('customers').update({ first_name }).eq('id', agency.customerId);
      expect(error).toBeNull();
    },
    /** The customer's name as their page tells it, and who was asked for it. */
    async read() {
      asked = [];
      const { data, error } = await db.rpc('get_customer_page', { customer_id: agency.customerId });
      expect(error).toBeNull();
      return { name: (data as { customer: { first_name: string } }).customer.first_name, asked };
    },
  };
}

/** Somebody else's change, after which a replica that follows knows all before it. */
async function elsewhere(first_name: string) {
  await sql('update public.customers set first_name = $2 where id = $1', [agency.customerId, first_name]);
}

test('a tab that has written nothing asks the replica', async () => {
  expect(await openTab().read()).toEqual({ name: 'Vera', asked: ['replica'] });
});

// Holds platform-56
test.each(['0', '2s', '8s', '30s'])(
  'at a lag of %s what was written oneself is seen at once, and later',
  async (lag) => {
    const name = `Lag ${lag}`;
    await backend.lag(lag);
    const tab = openTab();
    await tab.read();
    await tab.rename(name);
    expect(await tab.read()).toEqual({ name, asked: ['primary'] });
    later += LATER_MS;
    // Whoever is asked first: a replica that does not know it yet is not believed.
    const { asked: first, name: found } = await tab.read();
    expect(found).toBe(name);
    if (lag !== '0') expect(first).toEqual(['replica', 'primary']);
    await backend.lag('0');
    // What it must know is told with some room: a change within it is not late enough.
    let last: typeof asked = first;
    for (let change = 1; last.join() !== 'replica'; change += 1) {
      await elsewhere(`Change ${change}`);
      await backend.caughtUp();
      later += LATER_MS;
      const read = await tab.read();
      expect(read.name).toBe(`Change ${change}`);
      last = read.asked;
    }
  },
);

// Holds platform-57
test('what a live message tells of is found at once, and later', async () => {
  await backend.lag('30s');
  const tab = openTab();
  await elsewhere('Live');
  tab.heard();
  expect(await tab.read()).toEqual({ name: 'Live', asked: ['primary'] });
  later += LATER_MS;
  expect(await tab.read()).toEqual({ name: 'Live', asked: ['replica', 'primary'] });
});

import type * as reads from '../../../shared/src/platform/api/reads';
import { exportsOf } from '../support/contract';
import { sql } from '../support/database';
import { variations, type Call } from '../support/leak-scan-calls';
import { readCatalogue } from '../support/leak-scan-catalogue';
import { createLeakScanFixture, type LeakScanFixture } from '../support/leak-scan-fixture';
import { startReplicaBackend, type ReplicaBackend } from '../support/replica-backend';
import { isTried } from '../support/soak';
import { signIn, type Person } from '../support/test-agency';

/** What a replica answers: the same as the primary to the same people, of every function whose call an address may carry. */
jest.setTimeout(300_000);

const { READS } = exportsOf<typeof reads>('shared/src/platform/api/reads.ts');

let backend: ReplicaBackend;
let fixture: LeakScanFixture;

beforeAll(async () => {
  backend = await startReplicaBackend();
  fixture = await createLeakScanFixture();
  await backend.caughtUp();
});
afterAll(() => backend.stop());

/** A call without the arguments that no address carries; they are absent. */
function carriedBy({ name, args }: Call): Call {
  const carried = READS[name] ?? {};
  const kept = Object.entries(args).filter(([arg, value]) => carried[arg] !== '?' && value !== null);
  return { name, args: Object.fromEntries(kept) };
}

const addressOf = (base: string, { name, args }: Call) =>
  `${base}/rest/v1/rpc/${name}?${new URLSearchParams(Object.entries(args).map(([arg, value]) => [arg, String(value)])).toString()}`;

async function tokenOf({ api }: Person): Promise<string> {
  return (await api.auth.getSession()).data.session?.access_token ?? '';
}

interface Answer {
  status: number;
  body: string;
  asOf: string | null;
  /** Which headers pages of other origins may read. */
  exposed: string | null;
}

async function ask(address: string, token: string): Promise<Answer> {
  const headers = { apikey: backend.facts.publishableKey, authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers });
  return {
    status: response.status,
    body: await response.text(),
    asOf: response.headers.get('x-as-of'),
    exposed: response.headers.get('access-control-expose-headers'),
  };
}

const ofReplica = (path: string, token: string) => ask(`${backend.facts.readsUrl}/rest/v1/${path}`, token);

/** Moments of asking differ. */
const comparable = ({ status, body }: Answer) =>
  `${status} ${body.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(Z|\+00:00)/g, '(a moment)')}`;

// Holds platform-65
test.each(['owner', 'agent'] as const)(
  'whatever the %s may ask by an address is answered by the replica as by the primary',
  async (role) => {
    const catalogue = await readCatalogue();
    const functions = catalogue.functions.filter(({ name }) => READS[name]);
    const calls = variations(fixture, { ...catalogue, functions }, () => isTried(10)).map(carriedBy);
    expect(functions.length).toBeGreaterThan(50);
    // What these are about they do not take from any other argument.
    const about = { commentable_type: 'sales', commentable_id: fixture.own.saleId };
    calls.push({ name: 'get_conversation', args: about });
    calls.push({ name: 'get_agent_sales_timeline', args: { agent_id: fixture.agent.id } });
    const token = await tokenOf(fixture.agency[role]);
    const different: string[] = [];
    const answered = new Set<string>();
    for (const call of calls) {
      const [replica, primary] = await Promise.all([
        ask(addressOf(backend.facts.readsUrl, call), token),
        ask(addressOf(backend.facts.apiUrl, call), token),
      ]);
      if (replica.status === 200) answered.add(call.name);
      if (replica.status === 200) expect(replica.exposed).toContain('x-as-of');
      if (comparable(replica) !== comparable(primary) || replica.status >= 500 || replica.status === 405)
        different.push(`${addressOf('', call)}: ${comparable(replica)} | ${comparable(primary)}`);
    }
    expect(different).toEqual([]);
    // An agent is refused what is the admins'; an owner nothing.
    const silent = functions.filter(({ name }) => !answered.has(name)).map(({ name }) => name);
    if (role === 'owner') expect(silent).toEqual([]);
    else expect(answered.size).toBeGreaterThan(silent.length);
  },
);

test('it is the replica that answers: what it does not know yet, it does not tell, and it says how old it is', async () => {
  const token = await tokenOf(fixture.agency.owner);
  await backend.lag('60s');
  const moment = await ofReplica('customers?select=first_name&first_name=eq.Late', token);
  await sql(
    `insert into public.customers (organization_id, first_name, last_name) values ($1, 'Late', 'Comer')`,
    [fixture.agency.organizationId],
  );
  const path = 'customers?select=first_name&first_name=eq.Late';
  const before = await ofReplica(path, token);
  const primary = await ask(`${backend.facts.apiUrl}/rest/v1/${path}`, token);
  expect([before.body, primary.body]).toEqual(['[]', '[{"first_name":"Late"}]']);
  expect(before.asOf).toBe(moment.asOf);
  expect(String(primary.asOf) > String(before.asOf)).toBe(true);
  await backend.lag('0');
  await backend.caughtUp();
  const after = await ofReplica(path, token);
  expect(after.body).toBe(primary.body);
  expect(String(after.asOf) > String(before.asOf)).toBe(true);
});

// Holds platform-66
test('row-level security holds on the replica', async () => {
  const { agency, otherAgency, agent } = fixture;
  const sales = async (person: Person) =>
    JSON.parse((await ofReplica('sales?select=organization_id,agent_id', await tokenOf(person))).body) as {
      organization_id: string;
      agent_id: string;
    }[];
  const [own, all, others] = [await sales(agent), await sales(agency.owner), await sales(otherAgency.owner)];
  expect(new Set(own.map((sale) => sale.agent_id))).toEqual(new Set([agent.id]));
  expect(new Set(all.map((sale) => sale.organization_id))).toEqual(new Set([agency.organizationId]));
  expect(new Set(others.map((sale) => sale.organization_id))).toEqual(new Set([otherAgency.organizationId]));
  expect(JSON.parse((await ofReplica('sales?select=id', await tokenOf(agency.inactive))).body)).toEqual([]);
});

// Holds platform-68
test('a session that the replica does not know yet is refused there, not shown an empty agency', async () => {
  const { owner } = fixture.agency;
  await backend.lag('60s');
  const token = await tokenOf({ ...owner, api: await signIn(owner.email) });
  const list = await ofReplica('rpc/list_sales', token);
  expect(list.status).toBe(403);
  expect(list.body).toContain('This session is not valid any more');
  await backend.lag('0');
  await backend.caughtUp();
  expect((await ofReplica('rpc/list_sales', token)).status).toBe(200);
});

// Holds platform-67, security-28
test('a session that is revoked on the primary reads from the replica for its lag, and no longer', async () => {
  const { rival } = fixture.agency;
  const token = await tokenOf(rival);
  const { vendorId } = fixture.agency;
  const seen = async () => (await ofReplica(`vendors?select=id&id=eq.${vendorId}`, token)).body;
  await backend.lag('60s');
  await sql('delete from auth.sessions where user_id = $1', [rival.id]);
  expect(await seen()).toBe(`[{"id":"${vendorId}"}]`);
  await backend.lag('0');
  await backend.caughtUp();
  expect(await seen()).toContain('This session is not valid any more');
});

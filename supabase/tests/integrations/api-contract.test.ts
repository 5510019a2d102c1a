import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SCOPES } from '../../functions/_shared/api/operations';
import { makeKey } from '../support/api-keys';
import { askApi, createApiWorld, send, type ApiWorld, type Sent } from '../support/api-world';
import { sql } from '../support/database';
import { backend } from '../support/backend';
import { SOAK } from '../support/soak';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { DOCUMENTED, faultsOf, faultsOfProblem, type Answered, type Documented } from '../support/open-api';

/** Every operation of the OpenAPI file is asked of the function in real Deno, and held against the file. */
let started: FunctionsBackend;
let world: ApiWorld;
beforeAll(async () => {
  started = await startFunctionsBackend();
  world = await createApiWorld();
}, 120_000);
afterAll(() => started.stop());

/** What each operation is asked, so that it goes well. */
const GOOD: Readonly<Record<string, (of: ApiWorld) => Sent | Promise<Sent>>> = {
  list_sales: () => ({ query: { limit: '1', status: 'booked' } }),
  get_sale: ({ saleId }) => ({ id: saleId }),
  create_sale: (of) => ({ body: newSale(of) }),
  update_sale: async ({ saleId }) => ({
    id: saleId,
    body: {
      travel_date: '2027-06-14',
      lines: [{ kind: 'fare', amount: '100.00', earns: 'rate', rate: '9' }],
    },
    headers: { 'if-match': await tagOf('get_sale', saleId) },
  }),
  list_agents: () => ({}),
  list_customers: () => ({ query: { limit: '100', updated_since: '2026-01-01T00:00:00Z' } }),
  get_customer: ({ customerId }) => ({ id: customerId }),
  create_customer: () => ({ body: named('create_customer').example }),
  update_customer: async ({ customerId }) => ({
    id: customerId,
    body: named('update_customer').example,
    headers: { 'if-match': await tagOf('get_customer', customerId) },
  }),
  list_vendors: () => ({}),
  get_vendor: ({ vendorId }) => ({ id: vendorId }),
  create_vendor: () => ({ body: { ...named('create_vendor').example, name: `Fjordline ${randomUUID()}` } }),
  update_vendor: async ({ vendorId }) => ({
    id: vendorId,
    body: named('update_vendor').example,
    headers: { 'if-match': await tagOf('get_vendor', vendorId) },
  }),
  list_commissions: ({ saleId }) => ({ query: { sale_id: saleId } }),
  get_commission: ({ commissionId }) => ({ id: commissionId }),
  record_receipt: async (of) => ({
    id: await commissionOfNewSale(of),
    body: { received_on: new Date().toISOString().slice(0, 10), received_amount: '1.00' },
  }),
  list_payouts: () => ({}),
  get_payout: ({ payoutId }) => ({ id: payoutId }),
  list_bank_accounts: () => ({}),
  list_bank_transactions: ({ bankAccountId }) => ({ query: { account_id: bankAccountId } }),
  get_bank_transaction: ({ bankTransactionId }) => ({ id: bankTransactionId }),
  import_bank_transactions: ({ bankAccountId }) => ({
    body: { ...named('import_bank_transactions').example, account_id: bankAccountId },
  }),
};

function named(id: string): Documented {
  const found = DOCUMENTED.find((operation) => operation.id === id);
  if (!found) throw new Error(`The file has no ${id}`);
  return found;
}

const newSale = ({ customerId, vendorId, agent }: ApiWorld) => ({
  ...named('create_sale').example,
  customer_id: customerId,
  vendor_id: vendorId,
  agent_id: agent.id,
  booking_reference: randomUUID().slice(0, 12),
});

async function tagOf(id: string, recordId: string): Promise<string> {
  const { headers } = await askApi(world.key, named(id), { id: recordId });
  return headers.get('etag') ?? '';
}

async function commissionOfNewSale(of: ApiWorld): Promise<string> {
  const sale = (await askApi(of.key, named('create_sale'), { body: newSale(of) })).body as { id: string };
  const { body } = await askApi(of.key, named('list_commissions'), { query: { sale_id: sale.id } });
  return (body as { data: { id: string }[] }).data[0]?.id ?? '';
}

const goodOf = async ({ id }: Documented): Promise<Sent> => (await GOOD[id]?.(world)) ?? {};

test('every operation of the file is asked', () => {
  expect(Object.keys(GOOD).sort()).toEqual(DOCUMENTED.map(({ id }) => id).sort());
});

// Holds integrations-53
test.each(DOCUMENTED.map((operation) => [operation.id, operation] as const))(
  '%s answers what the file says',
  async (_id, operation) => {
    const answer = await askApi(world.key, operation, await goodOf(operation));
    expect({ status: answer.status, faults: faultsOf(operation, answer), body: answer.body }).toEqual({
      status: operation.success,
      faults: [],
      body: answer.body,
    });
  },
);

/** How every problem of an operation comes about. Each gets what would go well, and spoils it. */
const PROVOKED: Readonly<Record<number, (operation: Documented, good: Sent) => Promise<Answered>>> = {
  400: (operation, good) =>
    askApi(
      world.key,
      operation,
      operation.body ? { ...good, body: '{"half":' } : { ...good, query: { unknown: '1' } },
    ),
  401: (operation, good) => askApi(`ppk_0000_${'0'.repeat(40)}`, operation, good),
  403: async (operation, good) => {
    const [resource = ''] = operation.scope.split(':');
    return askApi(await keyWithout(resource), operation, good);
  },
  404: (operation, good) => askApi(world.key, operation, { ...good, id: randomUUID() }),
  412: (operation, good) => askApi(world.key, operation, { ...good, headers: { 'if-match': '"999"' } }),
  413: (operation, good) =>
    askApi(world.key, operation, { ...good, body: `"${'x'.repeat(3 * 1024 * 1024)}"` }),
  415: (operation, good) =>
    askApi(world.key, operation, { ...good, headers: { ...good.headers, 'content-type': 'text/plain' } }),
  422: async (operation, good) => {
    const headers = { ...good.headers, 'idempotency-key': randomUUID() };
    // Another request's key.
    await askApi(world.key, named('create_customer'), { headers, body: named('create_customer').example });
    return askApi(
      world.key,
      operation,
      operation.id === 'create_customer'
        ? { headers, body: { first_name: 'Another', last_name: 'Person' } }
        : { ...good, headers },
    );
  },
  428: ({ ...operation }, { id, body }) => askApi(world.key, operation, { id: id ?? '', body }),
  429: async (operation, good) => {
    const key = await spentKey();
    return askApi(key, operation, good);
  },
};

/** A connection of its own, for what holds others up. */
async function aside(): Promise<Client> {
  const client = new Client(backend.dbUrl);
  await client.connect();
  return client;
}

const others = new Map<string, Promise<string>>();

/** A key that may do everything but what has to do with a resource. */
function keyWithout(resource: string): Promise<string> {
  const made =
    others.get(resource) ??
    makeKey(
      world,
      SCOPES.filter((scope) => !scope.startsWith(resource)),
    ).then(({ key }) => key);
  others.set(resource, made);
  return made;
}

let spent: Promise<string> | undefined;

/** A key that has been used up for this minute. */
function spentKey(): Promise<string> {
  const spend = async () => {
    const { id, key } = await makeKey(world);
    await sql(
      `update private.api_key_uses set window_began_at = clock_timestamp() + interval '1 hour', window_requests = 100000 where key_id = $1`,
      [id],
    );
    return key;
  };
  return (spent ??= spend());
}

const PROBLEMS = DOCUMENTED.flatMap((operation) =>
  operation.problems
    .filter((status) => status !== 503)
    .map((status) => [operation.id, status, operation] as const),
);

// Holds integrations-53
test.each(PROBLEMS)('%s answers %i as the file says', async (_id, status, operation) => {
  const provoke = PROVOKED[status];
  if (!provoke) throw new Error(`Nothing here provokes ${status}`);
  const answer = await provoke(operation, await goodOf(operation));
  expect({ status: answer.status, faults: faultsOf(operation, answer), body: answer.body }).toEqual({
    status,
    faults: [],
    body: answer.body,
  });
});

// Holds integrations-55
test('a database that is busy is 503 with the time to come back, for whatever is asked', async () => {
  const operations = DOCUMENTED.filter((_, index) => SOAK || index % 4 === 0);
  const good = await Promise.all(operations.map(goodOf));
  const holder = await aside();
  await holder.query('begin');
  await holder.query('lock table private.api_key_uses in access exclusive mode');
  try {
    const answers = await Promise.all(
      operations.map((operation, index) => askApi(world.key, operation, good[index] ?? {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(operations.map(() => 503));
    expect(operations.flatMap((operation, index) => faultsOf(operation, answers[index]!))).toEqual([]);
  } finally {
    await holder.end();
  }
}, 60_000);

test('what is no operation is 404 or 405 with a problem, and the file is there for everybody', async () => {
  const headers = { authorization: `Bearer ${world.key}` };
  const [nowhere, deleted, file] = await Promise.all([
    send('/passports', { headers }),
    send(`/sales/${world.saleId}`, { method: 'DELETE', headers }),
    send('/openapi.json', {}),
  ]);
  expect([nowhere.status, faultsOfProblem(nowhere.body)]).toEqual([404, []]);
  expect([deleted.status, faultsOfProblem(deleted.body)]).toEqual([405, []]);
  expect(deleted.headers.get('allow')).toBe('GET, PATCH');
  expect(file.status).toBe(200);
  expect(file.headers.get('access-control-allow-origin')).toBe('*');
  expect(file.body).toMatchObject({ openapi: '3.1.0', paths: { '/sales': {} } });
});

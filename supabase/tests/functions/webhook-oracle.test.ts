import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { killWorkers } from '../../local/tests/support/functions';
import { backend } from '../support/backend';
import { ROOT } from '../support/backend-process';
import { callFunction } from '../support/bank-bridge';
import { sql } from '../support/database';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { createSale, setStatus, updateSale } from '../support/sales';
import { randomOf, SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';
import { WebhookReceiver, type Behaviour, type HeardEvent } from '../support/webhook-receiver';
import { addEndpoint, eventsOf, forgetWebhooks, pass } from '../support/webhooks';

/**
 * Many events at once, a program that fails at random and workers that are killed: nothing is lost, each record in its order, and what
 * comes twice has the same id and the same bytes (docs/product/integrations.md, Webhooks).
 */
const EVENTS = SOAK ? 1000 : 60;
/** Events of a record: created, changed so often, paid. */
const CHANGES = 3;

const receiver = new WebhookReceiver();
const random = randomOf(SEED);
let started: FunctionsBackend;
let agency: TestAgency;

beforeAll(async () => {
  started = await startFunctionsBackend({
    WEBHOOK_ORIGINS_ALLOWED: await receiver.start(),
    WEBHOOK_TIMEOUT_SECONDS: '1',
  });
  await forgetWebhooks();
  agency = await createTestAgency();
}, 120_000);
afterAll(async () => {
  await started?.stop();
});

const wait = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** What was heard and not answered, answered late, or refused. */
async function behave(): Promise<Behaviour> {
  switch (random(12)) {
    case 0:
      return { status: 500 };
    case 1:
      return 'cut';
    case 2:
      return random(4) === 0 ? 'hold' : { status: 503 };
    case 3:
      await wait(random(300));
      return { status: 200 };
    default:
      return { status: 204 };
  }
}

/** A sale with its whole life. */
async function live(): Promise<void> {
  const { id } = await createSale(agency.agent, agency, {});
  for (let n = 1; n <= CHANGES; n += 1) await updateSale(agency.agent, id, n, { notes: `Note ${n}` });
  const { error } = await setStatus(agency.agent, id, 'paid');
  if (error) throw new Error(error.message);
}

const waiting = async (endpoint: string): Promise<number> =>
  (
    await sql<{ count: number }>(
      `select count(*)::int as count from private.webhook_deliveries where endpoint_id = $1 and state = 'waiting'`,
      [endpoint],
    )
  )[0]?.count ?? 0;

// Holds integrations-79
test(`${EVENTS} events through failures: none lost, each record in its order, twice only under the same id (seed ${SEED})`, async () => {
  receiver.behave = behave;
  const { id: endpoint, secret } = await addEndpoint(agency.owner, ['sale.*'], `${receiver.origin}/in`);
  receiver.secret = secret;
  let isLiving = true;
  const living = (async () => {
    const sales = EVENTS / (CHANGES + 2);
    for (let n = 0; n < sales; n += 4) await Promise.all([live(), live(), live(), live()]);
    isLiving = false;
  })();
  for (let round = 0; isLiving || (await waiting(endpoint)) > 0; round += 1) {
    const sending = callFunction('webhook-send', backend.secretKey, {}).catch(() => undefined);
    if (round % 6 === 2) {
      await wait(random(400));
      await killWorkers(started.process.process.pid ?? 0);
    }
    await sending;
    // Pauses and claims of the dead pass; three days do not, or it would be switched off.
    await pass(endpoint, '90 seconds');
  }
  await living;

  const told = await eventsOf(agency);
  expect(told).toHaveLength(EVENTS);
  expect(receiver.forged).toEqual([]);
  const first = new Map<string, string>();
  for (const { body } of receiver.received) {
    const { id } = JSON.parse(body) as HeardEvent;
    expect(first.get(id) ?? body).toBe(body);
    first.set(id, body);
  }
  expect([...first.keys()].toSorted()).toEqual(told.map(({ id }) => id).toSorted());
  const orderOf = (records: { id: string; record: unknown }[]) => {
    const order: Record<string, string[]> = {};
    for (const { id, record } of records) (order[String(record)] ??= []).push(id);
    return order;
  };
  expect(
    orderOf(
      [...first].map(([id, body]) => ({
        id,
        record: (JSON.parse(body) as HeardEvent).data['id'],
      })),
    ),
  ).toEqual(orderOf(told.map(({ id, record_id }) => ({ id, record: record_id }))));
}, 900_000);

// Holds integrations-79
test('the sample program, killed at any moment, has noted each event once', async () => {
  const { id: endpoint, secret } = await addEndpoint(agency.owner, ['sale.*']);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-program-'));
  const file = path.join(folder, 'events.jsonl');
  // A port that the environment of the functions allows: the receiver gives it back for a while.
  const { port } = new URL(receiver.origin);
  await receiver.stop();
  await sql('update private.webhook_endpoints set url = $2 where id = $1', [
    endpoint,
    `${receiver.origin}/program`,
  ]);
  const run = () =>
    spawn(process.execPath, [path.join(ROOT, 'e2e/sample-program/receive.mjs'), port, file], {
      env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret },
      stdio: 'ignore',
    });
  let program = run();
  try {
    const before = (await eventsOf(agency)).length;
    await Promise.all([live(), live(), live(), live()]);
    for (let round = 0; (await waiting(endpoint)) > 0; round += 1) {
      const sending = callFunction('webhook-send', backend.secretKey, {});
      if (round < 4) {
        await wait(random(150));
        program.kill('SIGKILL');
        program = run();
      }
      await sending;
      await pass(endpoint, '90 seconds');
    }
    const told = (await eventsOf(agency)).slice(before);
    const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const noted = lines.flatMap((line) => {
      try {
        return [(JSON.parse(line) as { id: string }).id];
      } catch {
        return [];
      }
    });
    expect(noted.toSorted()).toEqual(told.map(({ id }) => id).toSorted());
  } finally {
    program.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

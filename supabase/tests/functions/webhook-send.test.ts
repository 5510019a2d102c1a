import { Webhook } from 'standardwebhooks';
import { killWorkers } from '../../local/tests/support/functions';
import { backend } from '../support/backend';
import { callFunction } from '../support/bank-bridge';
import { sql } from '../support/database';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { createSale, updateSale } from '../support/sales';
import { createTestAgency, handOf, type TestAgency } from '../support/test-agency';
import { until, WebhookReceiver } from '../support/webhook-receiver';
import { addEndpoint, deliveriesOf, forgetWebhooks, pass } from '../support/webhooks';

/** `webhook-send` under Deno, with a program that hears, fails and lies (docs/product/integrations.md, Webhooks). */
const receiver = new WebhookReceiver();
let started: FunctionsBackend;
let agency: TestAgency;

beforeAll(async () => {
  started = await startFunctionsBackend({
    WEBHOOK_ORIGINS_ALLOWED: await receiver.start(),
    WEBHOOK_TIMEOUT_SECONDS: '1',
  });
}, 120_000);
afterAll(async () => {
  await started?.stop();
  await receiver.stop();
});
beforeEach(async () => {
  await forgetWebhooks();
  agency = await createTestAgency();
  receiver.received.length = 0;
  receiver.behave = () => ({ status: 204 });
});

const send = (key = backend.secretKey) => callFunction('webhook-send', key, {});
const endpointAt = (path = '/in', events = ['sale.*']) =>
  addEndpoint(agency.owner, events, `${receiver.origin}${path}`);

// Holds integrations-76
test('an event is signed after Standard Webhooks, and the library takes it', async () => {
  const { id, secret } = await endpointAt();
  const sale = await createSale(agency.agent, agency, { booking_reference: 'CR-7' });
  expect(await send()).toMatchObject({ status: 200, body: { count: 1 } });
  const [request] = receiver.received;
  expect(request).toMatchObject({ path: '/in', headers: { 'content-type': 'application/json' } });
  const [event] = receiver.events(secret);
  expect(event).toMatchObject({
    id: request?.headers['webhook-id'],
    type: 'sale.created',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    data: { id: sale.id, reference: 'CR-7', currency: 'USD' },
  });
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', status: 204, tries: 1 }]);
});

// Holds integrations-77, security-92
test('a replay is refused by the library: another body, another id, an old time, another secret', async () => {
  const { secret } = await endpointAt();
  await createSale(agency.agent, agency, {});
  await send();
  const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = receiver.received;
  const webhook = new Webhook(secret);
  const at = String(Number(headers['webhook-timestamp']) - 3600);
  expect(() => webhook.verify(body, headers)).not.toThrow();
  expect(() => webhook.verify(`${body} `, headers)).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': at })).toThrow(/too old/);
  expect(() => new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').verify(body, headers)).toThrow();
});

// Holds integrations-65
test('a rotated secret signs beside the new one: programs with either take it', async () => {
  const { id, secret } = await endpointAt();
  const { secret: next } = await handOf(agency.owner).call<{ secret: string }>('rotate_webhook_secret', {
    endpoint_id: id,
  });
  await createSale(agency.agent, agency, {});
  await send();
  expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  expect(receiver.events(secret)).toEqual(receiver.events(next));
});

// Holds integrations-86
test.each([
  [
    '500',
    { status: 500, text: 'Oops\0\n<b>down</b>' },
    { status: 500, code: null, answer: 'Oops <b>down</b>' },
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    { status: 302, code: 'redirect' },
  ],
  ['nothing', 'hold' as const, { status: null, code: 'slow' }],
  ['an end of the connection', 'cut' as const, { status: null, code: 'unreachable' }],
  ['a long text', { status: 400, text: 'x'.repeat(100_000) }, { status: 400, answer: 'x'.repeat(500) }],
])('a program that answers with %s is told again later', async (_name, behaviour, expected) => {
  const { id } = await endpointAt();
  await createSale(agency.agent, agency, {});
  receiver.behave = () => behaviour;
  await send();
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ state: 'waiting', ...expected });
  expect(receiver.received).toHaveLength(1);
  receiver.behave = () => ({ status: 200 });
  await pass(id, '5 seconds');
  await send();
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', status: 200, tries: 2 }]);
  const [first, again] = receiver.received;
  expect(again).toMatchObject({ body: first?.body, headers: { 'webhook-id': first?.headers['webhook-id'] } });
});

test('a program that answers its status and then dribbles has answered', async () => {
  const { id } = await endpointAt();
  await createSale(agency.agent, agency, {});
  receiver.behave = () => ({ status: 200, headers: { 'content-length': '1000' }, text: 'so far' });
  await send();
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', status: 200 }]);
});

// Holds integrations-89, security-91
test('nothing private, nothing without https and nothing by another port is asked', async () => {
  const urls = [
    `${receiver.origin.replace('127.0.0.1', 'localhost')}/in`,
    `http://hooks.agency.example/in`,
    'https://127.0.0.1/in',
    'https://[::1]/in',
    'https://[::ffff:127.0.0.1]/in',
    'https://10.0.0.1/in',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/in',
    'https://localhost/in',
    'https://user:pass@hooks.agency.example/in',
    'https://hooks.agency.example:25/in',
  ];
  const endpoints = [];
  for (const url of urls) {
    endpoints.push(await addEndpoint(agency.owner, ['sale.*'], url));
    if (endpoints.length === 5) break;
  }
  const second = await createTestAgency();
  for (const url of urls.slice(5)) endpoints.push(await addEndpoint(second.owner, ['sale.*'], url));
  await createSale(agency.agent, agency, {});
  await createSale(second.agent, second, {});
  await send();
  for (const { id, url } of endpoints)
    expect([url, await deliveriesOf(id)]).toMatchObject([url, [{ state: 'waiting', code: 'refused' }]]);
  expect(receiver.received).toEqual([]);
});

// Holds integrations-85
test('a slow program holds nobody else', async () => {
  await endpointAt('/slow');
  const other = await createTestAgency();
  const fast = await addEndpoint(other.owner, ['sale.*'], `${receiver.origin}/fast`);
  receiver.behave = ({ path }) => (path === '/slow' ? 'hold' : { status: 200 });
  for (let n = 0; n < 8; n += 1) await createSale(agency.agent, agency, {});
  for (let n = 0; n < 12; n += 1) await createSale(other.agent, other, {});
  let isOver = false;
  const sending = send().finally(() => (isOver = true));
  await until(async () => (await deliveriesOf(fast.id)).every(({ state }) => state === 'delivered'));
  // The slow one is still waited for.
  expect(isOver).toBe(false);
  await sending;
});

test('Deno killed while a program is told: it is told again under the same id', async () => {
  const { id } = await endpointAt();
  await createSale(agency.agent, agency, {});
  receiver.behave = () => 'hold';
  const call = send().catch(() => undefined);
  await until(() => receiver.received.length === 1);
  await killWorkers(started.process.process.pid ?? 0);
  await call;
  receiver.behave = () => ({ status: 200 });
  expect((await send()).body).toMatchObject({ count: 0 });
  await pass(id, '1 minute');
  await send();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
});

test('the job calls it where something waits, and whoever resends', async () => {
  const { id } = await endpointAt();
  const sale = await createSale(agency.agent, agency, {});
  await sql('select private.keep_webhooks()');
  await until(() => receiver.received.length === 1);
  await until(async () => (await deliveriesOf(id))[0]?.state === 'delivered');
  const [delivery] = await deliveriesOf(id);
  await handOf(agency.admin).call('resend_webhook_delivery', { delivery_id: delivery?.id });
  await until(() => receiver.received.length === 2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  await updateSale(agency.agent, sale.id, 1, { notes: 'x' });
});

test('only the project itself calls it, and its log holds neither secrets nor addresses', async () => {
  const { secret } = await endpointAt('/in?token=TOKEN-7');
  await createSale(agency.agent, agency, {});
  receiver.behave = () => 'cut';
  for (const key of [backend.publishableKey, 'wrong']) expect((await send(key)).status).toBe(401);
  expect(receiver.received).toEqual([]);
  await send();
  for (const text of [secret, 'TOKEN-7']) expect(started.process.output()).not.toContain(text);
});

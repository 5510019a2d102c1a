import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from '../support/database';
import { createSale } from '../support/sales';
import { createTestAgency, handOf, type Person, type TestAgency } from '../support/test-agency';
import { addEndpoint, forgetWebhooks, take, takeAll } from '../support/webhooks';

/** Who sees to endpoints, and what an endpoint may be (docs/product/integrations.md, Webhooks). */
let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});
beforeEach(forgetWebhooks);

interface Answer {
  success: boolean;
  code?: string;
  field?: string | null;
  id?: string;
  secret?: string;
}
const ask = (person: Person, name: string, args: object) => handOf(person).call<Answer>(name, args);
const URL_ = 'https://hooks.agency.example/paperplane';
const add = (url: string, events: unknown = ['sale.*'], more: object = {}) =>
  ask(agency.owner, 'add_webhook_endpoint', { url, events, ...more });

// Holds integrations-61
test.each([
  'http://hooks.agency.example/in',
  'hooks.agency.example',
  'https://hooks',
  'https://localhost/in',
  'https://127.0.0.1/in',
  'https://2130706433/in',
  'https://0x7f.1/in',
  'https://[::1]/in',
  'https://[::ffff:10.0.0.1]/in',
  'https://169.254.169.254/latest/meta-data',
  'https://user:pass@hooks.agency.example/in',
  'https://user@hooks.agency.example/in',
  'https://hooks.agency.example:22/in',
  'https://hooks.agency.example:25/',
  'https://hooks.agency.example:99999/',
  'https://hooks.agency.example/in#part',
  'https://hooks.agency.example\\@10.0.0.1/',
  'https://hooks.agency.example/a b',
  'https://hooks.agency.example/\r\nHost: x',
  'file:///etc/passwd',
  '',
])('%s is no address of an endpoint', async (url) => {
  expect(await add(url)).toMatchObject({ success: false, field: 'url', code: 'webhook_url_expected' });
});

test.each([
  URL_,
  'https://hooks.agency.example',
  'https://hooks.agency.example:8443/in?key=1',
  'https://xn--bcher-kva.example/in',
  'https://hooks.agency.example:443/',
])('%s is one', async (url) => {
  expect(await add(url)).toMatchObject({ success: true, secret: expect.stringMatching(/^whsec_/) as string });
});

test.each([[[]], [['sale']], [['sale.*', 'sale.deleted']], [['*']], [[null]], [null]])(
  'events %j are refused at their field',
  async (events) => {
    expect(await add(URL_, events)).toMatchObject({
      success: false,
      field: 'events',
      code: 'webhook_events_expected',
    });
  },
);

// Holds integrations-60
test('an address is an endpoint once, an agency has ten at most, and a family takes in its events', async () => {
  await add(URL_, ['sale.paid', 'sale.*', 'customer.erased', 'customer.erased']);
  expect(await add(` ${URL_} `)).toMatchObject({ field: 'url', code: 'webhook_url_taken' });
  const { endpoints } = await handOf(agency.admin).call<{ endpoints: { events: string[] }[] }>(
    'get_webhooks',
    {},
  );
  expect(endpoints.map(({ events }) => events)).toEqual([['customer.erased', 'sale.*']]);
  for (let n = 0; n < 9; n += 1) await add(`https://hooks-${n}.agency.example/`);
  expect(await add('https://eleven.agency.example/')).toMatchObject({ code: 'webhooks_too_many' });
});

// Holds integrations-63, security-94
test('sent again with its key it is one endpoint, and the same secret; the answer that is kept has none', async () => {
  const key = randomUUID();
  const first = await add(URL_, ['sale.*'], { request_key: key });
  const again = await add(URL_, ['sale.*'], { request_key: key });
  expect(again).toEqual(first);
  const rotating = { endpoint_id: first.id, request_key: randomUUID() };
  const rotated = await ask(agency.owner, 'rotate_webhook_secret', rotating);
  expect(await ask(agency.owner, 'rotate_webhook_secret', rotating)).toEqual(rotated);
  expect(rotated.secret).not.toBe(first.secret);
  const kept = JSON.stringify(
    await sql('select answer from private.request_keys where organization_id = $1', [agency.organizationId]),
  );
  expect(kept).toContain(first.id);
  expect(kept).not.toContain('whsec_');
});

// Holds integrations-65
test('a rotated secret signs beside the new one for thirty days', async () => {
  const { id, secret } = await addEndpoint(agency.owner, ['sale.*']);
  const { secret: next } = await ask(agency.owner, 'rotate_webhook_secret', { endpoint_id: id });
  await createSale(agency.agent, agency, {});
  expect((await take())?.secrets).toEqual([next, secret]);
  await sql(
    `update private.webhook_secrets set ends_at = now() where endpoint_id = $1 and ends_at is not null`,
    [id],
  );
  await createSale(agency.agent, agency, {});
  expect((await take())?.secrets).toEqual([next]);
  await sql('select private.keep_webhooks()');
  expect(await sql('select 1 from private.webhook_secrets where endpoint_id = $1', [id])).toHaveLength(1);
});

// Holds integrations-64
test('secrets lie encrypted', async () => {
  const { id, secret } = await addEndpoint(agency.owner);
  const { text } = await sqlOne<{ text: string }>(
    'select s::text as text from private.webhook_secrets s where s.endpoint_id = $1',
    [id],
  );
  expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  expect(text).not.toContain(secret);
});

// Holds integrations-92
test('those that fail are counted: retried or switched off by itself, and none that an owner switched off', async () => {
  const [well, retried, tired] = [
    await addEndpoint(agency.owner),
    await addEndpoint(agency.owner),
    await addEndpoint(agency.owner),
  ];
  const failing = (of = agency) => handOf(of.admin).call<number>('count_failing_webhooks', {});
  await createSale(agency.agent, agency, {});
  await takeAll(({ url }) => ({ status: url === well.url ? 200 : 503 }));
  expect(await failing()).toBe(2);
  await sql('update private.webhook_endpoints set switched_off_at = now() where id = $1', [tired.id]);
  expect(await failing()).toBe(2);
  await ask(agency.owner, 'switch_webhook_endpoint', { endpoint_id: retried.id, is_on: false });
  expect(await failing()).toBe(1);
  expect(await failing(other)).toBe(0);
});

// Holds integrations-59, security-93
test('owners see to them, admins read, agents and other agencies nothing of it', async () => {
  const { id } = await addEndpoint(agency.owner, ['sale.*']);
  await createSale(agency.agent, agency, {});
  const [sent] = await takeAll(() => ({ status: 200 }));
  const delivery = { delivery_id: sent?.delivery_id };
  const acts: [string, object][] = [
    ['add_webhook_endpoint', { url: 'https://other.example/', events: ['sale.*'] }],
    ['change_webhook_endpoint', { endpoint_id: id, url: 'https://other.example/', events: ['sale.*'] }],
    ['rotate_webhook_secret', { endpoint_id: id }],
    ['switch_webhook_endpoint', { endpoint_id: id, is_on: false }],
    ['delete_webhook_endpoint', { endpoint_id: id }],
  ];
  const reads: [string, object][] = [
    ['get_webhooks', {}],
    ['count_failing_webhooks', {}],
    ['list_webhook_deliveries', {}],
    ['resend_webhook_delivery', delivery],
  ];
  for (const person of [agency.admin, agency.agent, agency.inactive])
    for (const [name, args] of acts) await expect(ask(person, name, args)).rejects.toThrow('42501');
  for (const person of [agency.agent, agency.inactive])
    for (const [name, args] of reads) await expect(ask(person, name, args)).rejects.toThrow('42501');
  // Of another agency nothing is there.
  for (const [name, args] of acts.slice(1))
    expect(await ask(other.owner, name, args)).toMatchObject({ code: 'webhook_not_found' });
  expect(await ask(other.owner, 'resend_webhook_delivery', delivery)).toMatchObject({
    code: 'webhook_delivery_not_found',
  });
  expect(await ask(other.owner, 'get_webhooks', {})).toMatchObject({ endpoints: [] });
  expect(await ask(other.owner, 'list_webhook_deliveries', { endpoint_id: id })).toMatchObject({
    count: 0,
    rows: [],
  });
  expect(await ask(agency.admin, 'list_webhook_deliveries', {})).toMatchObject({ count: 1 });
  for (const name of ['take_webhook_delivery', 'note_webhook_answer'])
    await expect(ask(agency.owner, name, {})).rejects.toThrow(/42501|PGRST202/);
});

// Holds integrations-62
test('what was done with an endpoint is in the audit log, with its host and neither its path nor its secret', async () => {
  const { id } = await ask(agency.owner, 'add_webhook_endpoint', {
    url: `${URL_}?token=7`,
    events: ['sale.*'],
  });
  await ask(agency.owner, 'change_webhook_endpoint', {
    endpoint_id: id,
    url: 'https://crm.agency.example/in',
    events: ['sale.paid'],
  });
  await ask(agency.owner, 'rotate_webhook_secret', { endpoint_id: id });
  await ask(agency.owner, 'switch_webhook_endpoint', { endpoint_id: id, is_on: false });
  await ask(agency.owner, 'switch_webhook_endpoint', { endpoint_id: id, is_on: true });
  await ask(agency.owner, 'delete_webhook_endpoint', { endpoint_id: id });
  const entries = await sql<{ action: string; details: object }>(
    `select action, details from private.audit_log where subject_id = $1 order by id`,
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'webhook_added',
    'webhook_changed',
    'webhook_secret_rotated',
    'webhook_switched_off',
    'webhook_switched_on',
    'webhook_removed',
  ]);
  expect(JSON.stringify(entries)).toContain('hooks.agency.example');
  expect(JSON.stringify(entries)).not.toMatch(/token|whsec_|paperplane"/);
});

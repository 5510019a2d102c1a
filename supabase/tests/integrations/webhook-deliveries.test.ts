import { sql } from '../support/database';
import { createSale, setStatus, updateSale } from '../support/sales';
import { createTestAgency, handOf, type TestAgency } from '../support/test-agency';
import {
  addEndpoint,
  deliveriesOf,
  endpointRow,
  forgetWebhooks,
  pass,
  take,
  takeAll,
  tell,
} from '../support/webhooks';

/** How what is told goes out: in the order per record, again until it is taken (docs/product/integrations.md, Webhooks). */
let agency: TestAgency;
let endpoint: string;
beforeEach(async () => {
  await forgetWebhooks();
  agency = await createTestAgency();
  endpoint = (await addEndpoint(agency.owner, ['sale.*'])).id;
});

/** A sale that has been changed so often. */
async function changed(times: number): Promise<string> {
  const { id } = await createSale(agency.agent, agency, {});
  for (let n = 1; n <= times; n += 1) await updateSale(agency.agent, id, n, { notes: `Note ${n}` });
  return id;
}

// Holds integrations-78
test('a later event of a record waits for the earlier one, and other records go on', async () => {
  const first = await changed(2);
  const second = await changed(1);
  const [a, b, none] = [await take(), await take(), await take()];
  expect([a?.data.id, b?.data.id].toSorted()).toEqual([first, second].toSorted());
  expect(none).toBeNull();
  for (const each of [a, b]) if (each?.data.id === first) await tell(each, { status: 500 });
  for (const each of [a, b]) if (each?.data.id === second) await tell(each, { status: 200 });
  const rest = await takeAll(() => ({ status: 200 }));
  expect(rest.map(({ data, type }) => [data.id, type])).toEqual([[second, 'sale.changed']]);
  await pass(endpoint, '1 minute');
  const later = await takeAll(() => ({ status: 200 }));
  expect(later.map(({ data, type }) => [data.id, type])).toEqual([
    [first, 'sale.created'],
    [first, 'sale.changed'],
    [first, 'sale.changed'],
  ]);
});

test('what was taken by somebody who died is taken by the next one when a minute is over', async () => {
  await changed(0);
  const lost = await take();
  expect(await take()).toBeNull();
  await pass(endpoint, '61 seconds');
  const again = await take();
  expect(again).toMatchObject({ id: lost?.id, timestamp: lost?.timestamp });
  // That it failed is not believed of a claim that is over; that it was taken is.
  await tell(lost!, { status: 500 });
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: 'waiting', status: null }]);
  await tell(lost!, { status: 204 });
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: 'delivered', status: 204 }]);
  await tell(again!, { code: 'slow' });
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: 'delivered', status: 204 }]);
});

// Holds integrations-84
test('the worker takes four of an endpoint at once, one where it fails, and holds no other back', async () => {
  for (let n = 0; n < 6; n += 1) await changed(0);
  const taken = [];
  for (let n = 0; n < 5; n += 1) taken.push(await take());
  expect(taken.map(Boolean)).toEqual([true, true, true, true, false]);
  const other = await createTestAgency();
  await addEndpoint(other.owner);
  await createSale(other.agent, other, {});
  expect((await take())?.url).toMatch(/^https:\/\/hooks-/);
  for (const each of taken.slice(0, 4)) await tell(each!, { code: 'slow' });
  expect(await take()).not.toBeNull();
  expect(await take()).toBeNull();
});

// Holds integrations-81
test('pauses grow, fourteen tries fill three days, then the endpoint is switched off and owners are told', async () => {
  await changed(1);
  const pauses: number[] = [];
  let tries = 0;
  for (;;) {
    const next = await take();
    if (!next) break;
    tries += 1;
    await tell(next, { status: 503, answer: 'Be back soon' });
    const [first] = await deliveriesOf(endpoint);
    if ((await endpointRow(endpoint)).switched_off_at) break;
    pauses.push(first?.pause ?? 0);
    await pass(endpoint, `${first?.pause ?? 0} seconds`);
  }
  expect(tries).toBe(14);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  const all = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(Math.abs(all - 3 * 86_400)).toBeLessThan(60);
  expect(await endpointRow(endpoint)).toMatchObject({ switched_off_by: null });
  // Both wait: nothing is lost.
  expect(await deliveriesOf(endpoint)).toMatchObject([
    { state: 'waiting', status: 503, answer: 'Be back soon' },
    { state: 'waiting', tries: 0 },
  ]);
  const told = await sql<{ user_id: string; code: string; params: object }>(
    `select user_id, code, params from public.notifications where organization_id = $1 and type = 'webhook'`,
    [agency.organizationId],
  );
  expect(told).toEqual([
    {
      user_id: agency.owner.id,
      code: 'webhook_switched_off',
      params: { host: expect.stringMatching(/^hooks-/) as string },
    },
  ]);
  expect(
    await sql(
      `select actor_id from private.audit_log where organization_id = $1 and action = 'webhook_switched_off'`,
      [agency.organizationId],
    ),
  ).toEqual([{ actor_id: null }]);
  // Nothing more is written for it; switched on again it gets what waits, in its order.
  await changed(0);
  await handOf(agency.owner).call('switch_webhook_endpoint', { endpoint_id: endpoint, is_on: true });
  expect((await takeAll(() => ({ status: 200 }))).map(({ type }) => type)).toEqual([
    'sale.created',
    'sale.changed',
  ]);
});

// Holds integrations-82
test('what alone is not taken is given up after three days, so that its record goes on; owners hear of it once a day', async () => {
  const bad = await changed(1);
  const refuse = ({ data, type }: { data: { id: string }; type: string }) => ({
    status: data.id === bad && type === 'sale.created' ? 422 : 200,
  });
  await takeAll(refuse);
  for (let n = 0; n < 4; n += 1) {
    await pass(endpoint, '1 day');
    await changed(0);
    await takeAll(refuse);
  }
  expect(await endpointRow(endpoint)).toMatchObject({ switched_off_at: null });
  expect((await deliveriesOf(endpoint)).slice(0, 2)).toMatchObject([
    { state: 'given_up', status: 422 },
    { state: 'delivered' },
  ]);
  expect(
    await sql(`select code from public.notifications where organization_id = $1 and type = 'webhook'`, [
      agency.organizationId,
    ]),
  ).toEqual([{ code: 'webhook_given_up' }]);
});

test('an endpoint that is back gets at once what waited out its pause', async () => {
  for (let n = 0; n < 6; n += 1) await changed(0);
  for (let n = 0; n < 6; n += 1) await tell((await take())!, { code: 'unreachable' });
  const [first] = await deliveriesOf(endpoint);
  await sql(
    `update private.webhook_deliveries set next_try_at = now() + case when id = $2 then interval '0' else interval '1 hour' end
     where endpoint_id = $1`,
    [endpoint, first?.id],
  );
  expect(await takeAll(() => ({ status: 200 }))).toHaveLength(6);
  expect(await endpointRow(endpoint)).toMatchObject({ failing_since: null });
});

// Holds integrations-83
test('an endpoint that says when to come again is asked then', async () => {
  await changed(0);
  await tell((await take())!, { status: 429, retry_at: new Date(Date.now() + 1_800_000).toISOString() });
  const [delivery] = await deliveriesOf(endpoint);
  expect(Math.abs((delivery?.pause ?? 0) - 1800)).toBeLessThan(60);
});

// Holds integrations-87
test('any delivery is sent again on demand, also of an endpoint that is switched off, and keeps its id', async () => {
  await changed(1);
  const [first] = await takeAll(() => ({ status: 200 }));
  const [delivery] = await deliveriesOf(endpoint);
  await handOf(agency.owner).call('switch_webhook_endpoint', { endpoint_id: endpoint, is_on: false });
  expect(
    await handOf(agency.admin).call('resend_webhook_delivery', { delivery_id: delivery?.id }),
  ).toMatchObject({ success: true });
  const again = await take();
  expect(again).toMatchObject({ id: first?.id, timestamp: first?.timestamp, data: first?.data });
  await tell(again!, { status: 500 });
  // Taken it was before.
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: 'delivered', status: 500 }, {}]);
  expect(await take()).toBeNull();
});

// Holds integrations-88
test('what is older than thirty days is forgotten, waiting or not', async () => {
  await changed(0);
  await changed(0);
  await sql(
    `update private.webhook_events set happened_at = now() - interval '31 days' where id = (
       select id from private.webhook_events where organization_id = $1 order by number limit 1)`,
    [agency.organizationId],
  );
  await sql('select private.keep_webhooks()');
  expect(await deliveriesOf(endpoint)).toHaveLength(1);
});

test('four workers at once send each event once', async () => {
  for (let n = 0; n < 10; n += 1) await changed(1);
  const work = async () => takeAll(() => ({ status: 200 }));
  const taken: string[] = [];
  // A worker that finds nothing while others are at it comes again, as the job calls again.
  while ((await deliveriesOf(endpoint)).some(({ state }) => state === 'waiting'))
    taken.push(...(await Promise.all([work(), work(), work(), work()])).flat().map(({ id }) => id));
  expect(taken).toHaveLength(20);
  expect(new Set(taken).size).toBe(20);
});

// Holds integrations-91
test('whoever deletes an endpoint and whoever reports to it wait for each other, and none is the loser of a deadlock', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await addEndpoint(agency.owner, ['sale.*']);
    const sales = await Promise.all([changed(0), changed(0), changed(0)]);
    const taken = (await Promise.all([take(), take(), take(), take()])).filter((each) => each !== null);
    const outcomes = await Promise.allSettled([
      ...taken.map((each, n) => tell(each, n % 2 ? { status: 200 } : { code: 'slow' })),
      handOf(agency.owner).call('delete_webhook_endpoint', { endpoint_id: id }),
      ...sales.map(async (sale) => {
        const { error } = await setStatus(agency.admin, sale, 'paid');
        if (error) throw new Error(error.message);
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

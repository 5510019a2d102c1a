import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { killWorkers } from '../../local/tests/support/functions';
import type { BackendFacts } from '../support/backend-process';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { MailStandIn } from '../support/mail-stand-in';

/** `mail-send` and `mail-events` under Deno, with a mail service in place of the real one (docs/product/mail.md, How a mail leaves). */

const SECRET = `whsec_${Buffer.from('a secret of the mail service').toString('base64')}`;
const provider = new MailStandIn();
let started: FunctionsBackend;
let facts: BackendFacts;
let db: Client;
let agency: { organization_id: string; user_id: string };

beforeAll(async () => {
  started = await startFunctionsBackend({
    MAIL_PROVIDER: 'resend',
    MAIL_API_KEY: 're_the_key_of_the_mail_service',
    MAIL_API_URL: await provider.start(),
    MAIL_FROM: 'Paperplane <mail@paperplane.test>',
    MAIL_WEBHOOK_SECRET: SECRET,
    APP_URL: 'https://app.paperplane.test/',
  });
  facts = started.facts;
  db = new Client(facts.dbUrl);
  await db.connect();
  agency = (
    await db.query<typeof agency>(
      `with org as (insert into public.organizations (name, email) values ('Vale, "Harbour" & Co', 'office@agency.test') returning id),
         account as (insert into auth.users (instance_id, id, email, email_confirmed_at)
           values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'margaret@agency.test', now()) returning id)
       insert into public.users (id, organization_id, first_name, last_name, role)
       select account.id, org.id, 'Margaret', 'Vale', 'owner' from org, account returning organization_id, id as user_id`,
    )
  ).rows[0] as typeof agency;
}, 120_000);

afterAll(async () => {
  await db?.end();
  await started?.stop();
});

beforeEach(async () => {
  provider.asked.length = 0;
  provider.behaviours = [];
  provider.delivered.clear();
  await db.query('delete from private.outgoing_mails');
});

const send = (key = facts.secretKey) =>
  fetch(`${facts.apiUrl}/functions/v1/mail-send`, { method: 'POST', headers: { apikey: key }, body: '{}' });

/** A mail that waits, without anybody being called for it. @returns its id */
async function queue(more: Record<string, unknown> = {}): Promise<string> {
  const mail = {
    organization_id: agency.organization_id,
    kind: 'report',
    to_address: 'to@agency.test',
    to_name: 'Ann Agent',
    from_name: 'Vale, "Harbour" & Co',
    reply_to: 'office@agency.test',
    subject: 'Sales',
    body: 'Hello,\n\nthe sales.',
    created_by: agency.user_id,
    ...more,
  };
  const names = Object.keys(mail);
  await db.query('begin');
  await db.query('alter table private.outgoing_mails disable trigger outgoing_mails_after_50_send');
  const { rows } = await db.query<{ id: string }>(
    `insert into private.outgoing_mails (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(mail),
  );
  await db.query('alter table private.outgoing_mails enable trigger outgoing_mails_after_50_send');
  await db.query('commit');
  return rows[0]?.id ?? '';
}
const mailOf = async (id: string) =>
  (
    await db.query<{
      state: string;
      code: string | null;
      words: string | null;
      provider_id: string | null;
      waits: number;
    }>(
      `select state, code, words, provider_id, round(extract(epoch from next_try_at - now()))::int as waits
       from private.outgoing_mails where id = $1`,
      [id],
    )
  ).rows[0];
const endClaims = () =>
  db.query(
    `update private.outgoing_mails set claimed_until = now() - interval '1 second' where state = 'sending'`,
  );
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((go) => setTimeout(go, 50)))
    if (await holds()) return;
  throw new Error('It did not come to be');
}

// Holds mail-12
test('a mail leaves from the agency by way of ours, answers go to the agency', async () => {
  const id = await queue();
  expect(await (await send()).json()).toEqual({ success: true, count: 1 });
  expect(provider.asked).toMatchObject([
    {
      path: '/emails',
      headers: { authorization: 'Bearer re_the_key_of_the_mail_service', 'idempotency-key': id },
      body: {
        from: '"Vale, \\"Harbour\\" & Co via Paperplane" <mail@paperplane.test>',
        to: ['"Ann Agent" <to@agency.test>'],
        reply_to: 'office@agency.test',
        subject: 'Sales',
        text: 'Hello,\n\nthe sales.',
        tags: [{ name: 'mail', value: id }],
      },
    },
  ]);
  expect(await mailOf(id)).toMatchObject({ state: 'sent', provider_id: `re-${id}` });
  expect((await db.query('select provider from private.mail_service')).rows).toEqual([
    { provider: 'resend' },
  ]);
});

test('what somebody sends leaves at once, without a job', async () => {
  await db.query(
    `insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body)
     values ($1, 'chase', 'to@vendor.test', 'Agency', 'office@agency.test', 'Open', 'Hello')`,
    [agency.organization_id],
  );
  await until(() => provider.delivered.size === 1);
});

test('four calls at once send each of twenty mails once', async () => {
  for (let n = 0; n < 20; n += 1) await queue();
  await Promise.all([send(), send(), send(), send()]);
  expect(provider.asked).toHaveLength(20);
  expect(provider.delivered.size).toBe(20);
});

test.each([
  [
    '429',
    {
      status: 429,
      headers: { 'retry-after': '120' },
      body: { name: 'rate_limit_exceeded', message: 'Slow down' },
    },
    { state: 'queued', code: 'too_many', words: 'Slow down', waits: 120 },
  ],
  [
    '500',
    { status: 500, body: { message: 'Oops' } },
    { state: 'queued', code: 'unreachable', words: 'Oops', waits: 60 },
  ],
  [
    'a page',
    { status: 502, body: '<html>Bad gateway</html>' },
    { state: 'queued', code: 'unreachable', words: 'HTTP 502', waits: 60 },
  ],
  [
    'a wrong key',
    { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } },
    { state: 'queued', code: 'forbidden', words: 'API key is invalid', waits: 60 },
  ],
  [
    'a request of this key under way',
    { status: 409, body: { name: 'concurrent_idempotent_requests', message: 'Under way' } },
    { state: 'queued', code: 'unreachable', waits: 60 },
  ],
  [
    '422',
    { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
    { state: 'failed', code: 'refused', words: 'Invalid `to` field' },
  ],
  [
    'another letter under this key',
    { status: 409, body: { name: 'invalid_idempotent_request', message: 'Other payload' } },
    { state: 'sent' },
  ],
])('%s', async (_name, behaviour, expected) => {
  const id = await queue();
  provider.behaviours = [behaviour];
  await send();
  const mail = await mailOf(id);
  expect(mail).toMatchObject({ ...expected, ...('waits' in expected && { waits: expect.any(Number) }) });
  if ('waits' in expected)
    expect(Math.abs((mail?.waits ?? 0) - Number(expected.waits))).toBeLessThanOrEqual(5);
});

// Holds mail-3
test('a connection that ends before the answer: sent again under the same key, delivered once', async () => {
  // Deno itself would ask again where the connection had served a request before.
  await queue();
  await send();
  provider.asked.length = 0;
  provider.delivered.clear();
  const id = await queue();
  provider.behaviours = ['cut'];
  await send();
  expect(await mailOf(id)).toMatchObject({ state: 'sending' });
  // Until its claim ends nobody touches it.
  await send();
  expect(provider.asked).toHaveLength(1);
  await endClaims();
  await send();
  expect(provider.asked.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id]);
  expect(provider.delivered.size).toBe(1);
  expect(await mailOf(id)).toMatchObject({ state: 'sent' });
});

// Holds mail-4
test('Deno killed while the mail service is asked: delivered once all the same', async () => {
  const id = await queue();
  provider.behaviours = ['hold'];
  const call = send().catch(() => undefined);
  await until(() => provider.asked.length === 1);
  expect(await killWorkers(started.process.process.pid ?? 0)).toBeGreaterThan(0);
  await call;
  expect(await mailOf(id)).toMatchObject({ state: 'sending' });
  await endClaims();
  expect((await send()).status).toBe(200);
  expect(provider.asked).toHaveLength(2);
  expect(provider.delivered.size).toBe(1);
  expect(await mailOf(id)).toMatchObject({ state: 'sent' });
});

test('a report is written when it leaves: as the screen says it, with its table and the way to it', async () => {
  const { rows } = await db.query<{ plan: string }>(
    `with report as (insert into public.saved_reports (organization_id, owner_id, name, definition)
       values ($1, $2, 'Our =sales', '{"report": "sales", "group": "agent", "range": "this_year"}') returning id)
     insert into private.mail_plans (organization_id, saved_report_id, every, day, hour, next_run_at, created_by)
     select $1, id, 'week', 1, 7, now() - interval '1 minute', $2 from report returning id as plan`,
    [agency.organization_id, agency.user_id],
  );
  await db.query('insert into private.mail_plan_people values ($1, $2, $3)', [
    rows[0]?.plan,
    agency.user_id,
    agency.organization_id,
  ]);
  await send();
  await db.query('select private.keep_mail()');
  await until(() => provider.delivered.size === 1);
  const [letter] = provider.delivered.values();
  const [file] = (letter?.attachments ?? []) as { filename: string; content: string }[];
  expect(letter).toMatchObject({ to: ['"Margaret Vale" <margaret@agency.test>'] });
  expect(letter?.subject).toMatch(/^Our =sales, [A-Z][a-z]{2} \d+, \d{4}$/);
  expect(letter?.text).toMatch(
    /^Sales, this year by agent\.[^]*https:\/\/app\.paperplane\.test\/reports\/sales\?group=agent&range=this_year[^]*https:\/\/app\.paperplane\.test\/reports$/,
  );
  expect(file?.filename).toMatch(/^paperplane-sales-\d{4}-\d\d-\d\d\.csv$/);
  expect(Buffer.from(file?.content ?? '', 'base64').toString()).toBe(
    '\uFEFFAgent,Sales,Total,Commission\r\n',
  );
  await db.query('delete from public.saved_reports');
});

// Holds mail-14
test('only the project itself calls it', async () => {
  await queue();
  for (const key of [facts.publishableKey, 'wrong', '']) expect((await send(key)).status).toBe(401);
  expect(provider.asked).toEqual([]);
});

describe('what the mail service tells', () => {
  const event = (id: string) =>
    JSON.stringify({
      type: 'email.bounced',
      created_at: '2027-02-03T10:00:00Z',
      data: {
        email_id: `re-${id}`,
        to: ['to@agency.test'],
        tags: { mail: id },
        bounce: { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' },
      },
    });
  const signed = (body: string, at = Date.now(), secret = SECRET) => {
    const timestamp = String(Math.floor(at / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64');
    return { 'svix-id': 'msg_1', 'svix-timestamp': timestamp, 'svix-signature': `v1,AAAA v1,${signature}` };
  };
  const tell = (body: string, headers: Record<string, string>) =>
    fetch(`${facts.apiUrl}/functions/v1/mail-events`, { method: 'POST', headers, body });

  test('a bounce is kept once, however often it is told', async () => {
    const id = await queue();
    await send();
    const body = event(id);
    const answers = await Promise.all([1, 2, 3].map(async () => (await tell(body, signed(body))).json()));
    expect(answers.map(({ known }: { known: boolean }) => known).toSorted()).toEqual([false, false, true]);
    expect(await mailOf(id)).toMatchObject({
      state: 'bounced',
      code: 'bounced',
      words: 'The mailbox does not exist',
    });
  });

  // Holds mail-13, security-69
  test('what is not signed, signed with another key, old, or signed for another body is refused', async () => {
    const id = await queue();
    await send();
    const body = event(id);
    const refused: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${facts.secretKey}` },
      signed(body, Date.now(), `whsec_${Buffer.from('another').toString('base64')}`),
      signed(body, Date.now() - 3_600_000),
      signed(body, Date.now() + 3_600_000),
      signed(`${body} `),
    ];
    for (const headers of refused) expect((await tell(body, headers)).status).toBe(401);
    expect(await mailOf(id)).toMatchObject({ state: 'sent' });
  });

  test.each([
    ['no JSON', 'Hello', 400],
    ['another event', '{"type": "email.delivered", "data": {}}', 200],
    ['a mail of nobody', event('00000000-0000-4000-8000-000000000000'), 200],
    [
      'a mark that is no id',
      '{"type": "email.bounced", "data": {"email_id": "x", "tags": {"mail": "1 or 1=1"}}}',
      200,
    ],
    ['a list', '[]', 200],
    ['half a megabyte', JSON.stringify({ type: 'x'.repeat(500_000) }), 413],
  ])('%s', async (_name, body, status) => {
    const answer = await tell(body, signed(body));
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.json()).toEqual({ success: true, known: false });
  });
});

test('a mail service that is away: the mail waits', async () => {
  const id = await queue();
  await provider.stop();
  await send();
  expect(await mailOf(id)).toMatchObject({ state: 'queued', code: 'unreachable' });
});

// Holds mail-15
test('the log names no key, no address and no word of a mail', () => {
  const output = started.process.output();
  for (const secret of ['re_the_key', SECRET, 'to@agency.test', 'the sales', 'margaret@'])
    expect(output).not.toContain(secret);
});

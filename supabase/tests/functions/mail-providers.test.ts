import { letterOf, mailbox, type Letter, type TakenMail } from '../../functions/mail-send/letter.ts';
import { postmark } from '../../functions/mail-send/postmark.ts';
import { resend } from '../../functions/mail-send/resend.ts';
import { setUp } from '../../functions/mail-send/set-up.ts';
import { outcomeOf, smtp } from '../../functions/mail-send/smtp.ts';
import { write } from '../../functions/mail-send/write.ts';
import { MailStandIn, type Behaviour } from '../support/mail-stand-in';

const service = new MailStandIn();
let url = '';
beforeAll(async () => void (url = await service.start()));
afterAll(() => service.stop());
beforeEach(() => void (service.asked.length = 0));

const LETTER: Letter = {
  id: '3f6f1c58-2b41-4c6b-9d6b-1b7f0c1d2e3f',
  from: { name: 'Agency via Paperplane', address: 'mail@paperplane.test' },
  to: { name: '', address: 'to@vendor.test' },
  replyTo: 'office@agency.test',
  subject: 'Open commission',
  text: 'Hello',
  file: { name: 'table.csv', base64: 'YSxi' },
};

describe('Postmark', () => {
  const sent = (behaviour: Behaviour) => {
    service.behaviours = [behaviour];
    return postmark('the-token', url).send(LETTER);
  };
  test('takes a letter as its documentation has it', async () => {
    const taken = { ErrorCode: 0, Message: 'OK', MessageID: 'pm-1', To: 'to@vendor.test' };
    expect(await sent({ status: 200, body: taken })).toEqual({ state: 'sent', providerId: 'pm-1' });
    expect(service.asked).toMatchObject([
      {
        path: '/email',
        headers: { 'x-postmark-server-token': 'the-token' },
        body: {
          From: '"Agency via Paperplane" <mail@paperplane.test>',
          To: 'to@vendor.test',
          ReplyTo: 'office@agency.test',
          Subject: 'Open commission',
          TextBody: 'Hello',
          MessageStream: 'outbound',
          Metadata: { mail: LETTER.id },
          Attachments: [{ Name: 'table.csv', Content: 'YSxi', ContentType: 'text/csv' }],
        },
      },
    ]);
  });
  test.each<[string, Behaviour, object]>([
    [
      'an address that bounced before',
      { status: 422, body: { ErrorCode: 406, Message: 'Inactive recipient' } },
      { code: 'refused', again: false, words: 'Inactive recipient' },
    ],
    [
      'a wrong token',
      { status: 401, body: { ErrorCode: 10, Message: 'Bad token' } },
      { code: 'forbidden', again: true },
    ],
    [
      'too many',
      { status: 429, headers: { 'retry-after': '30' }, body: { ErrorCode: 429, Message: 'Slow' } },
      { code: 'too_many', again: true, afterSeconds: 30 },
    ],
    ['its trouble', { status: 503, body: 'Down' }, { code: 'unreachable', again: true, words: 'HTTP 503' }],
  ])('%s', async (_name, behaviour, expected) => {
    expect(await sent(behaviour)).toMatchObject({ state: 'failed', ...expected });
  });
  // Holds mail-5
  test('one that was cut off is looked for by our mark, and sent again only where it is not there', async () => {
    expect(await sent('cut')).toEqual({ state: 'unknown' });
    const look = (behaviour: Behaviour) => {
      service.behaviours = [behaviour];
      return postmark('the-token', url).look(LETTER, '2027-02-03T10:00:00Z');
    };
    const there = { TotalCount: 1, Messages: [{ MessageID: 'pm-2' }] };
    expect(await look({ status: 200, body: there })).toEqual({ state: 'sent', providerId: 'pm-2' });
    expect(await look({ status: 200, body: { TotalCount: 0, Messages: [] } })).toBeNull();
    expect(await look({ status: 500, body: {} })).toEqual({ state: 'unknown' });
    expect(service.asked.at(-1)?.path).toBe(`/messages/outbound?count=1&offset=0&metadata_mail=${LETTER.id}`);
  });
});

test('Resend remembers a key for a day: after that nothing is sent again', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  expect(await resend('key', url).look(LETTER, ago(22))).toBeNull();
  expect(await resend('key', url).look(LETTER, ago(24))).toMatchObject({ code: 'interrupted', again: false });
});

test('a service that nobody answers for is unreachable, and the letter waits', async () => {
  const gone = new MailStandIn();
  const nobody = await gone.start();
  await gone.stop();
  for (const provider of [resend('key', nobody), postmark('key', nobody)])
    expect(await provider.send(LETTER)).toMatchObject({ code: 'unreachable', again: true });
});

test.each<[string, Parameters<typeof outcomeOf>[0], object]>([
  ['no such user', { responseCode: 550, response: '550 No such user' }, { code: 'refused', again: false }],
  ['greylisted', { responseCode: 451, response: '451 Later' }, { code: 'unreachable', again: true }],
  ['nobody there', { code: 'ESOCKET', command: 'CONN' }, { code: 'unreachable', again: true }],
  ['cut off while it took the text', { code: 'ECONNRESET', command: 'DATA' }, { state: 'unknown' }],
])('SMTP: %s', (_name, error, expected) => {
  expect(outcomeOf(error)).toMatchObject(expected);
});

// Holds mail-6
test('by SMTP nothing is sent again that may have been sent', async () => {
  expect(await smtp({ host: '127.0.0.1', port: 1 }).look(LETTER, '2027-02-03T10:00:00Z')).toMatchObject({
    code: 'interrupted',
    again: false,
  });
});

const TAKEN: TakenMail & { body: string } = {
  id: LETTER.id,
  claim: LETTER.id,
  kind: 'chase',
  to_address: 'to@vendor.test',
  to_name: '',
  from_name: 'Agency',
  reply_to: 'office@agency.test',
  subject: 'Open',
  body: 'Hello',
  attachment_name: null,
  attachment: null,
  attempts: 1,
  handed_over_at: null,
};

// Holds security-67
test.each([
  ['Vale, Harbour & Co', '"Vale, Harbour & Co via Paperplane" <m@p.test>'],
  ['A" <eve@x.test>, "B', '"A\\" <eve@x.test>, \\"B via Paperplane" <m@p.test>'],
  ['Back\\slash', '"Back\\\\slash via Paperplane" <m@p.test>'],
  ['Evil\r\nBcc: eve@x.test', '"Evil Bcc: eve@x.test via Paperplane" <m@p.test>'],
  ['Évian\u2028Travel', '"Évian Travel via Paperplane" <m@p.test>'],
])('nothing of the name %j is read as an address or a header', (from_name, expected) => {
  expect(mailbox(letterOf({ ...TAKEN, from_name }, 'm@p.test').from)).toBe(expected);
});

describe('who sends', () => {
  const environment: Record<string, string> = {};
  beforeAll(() => Object.assign(globalThis, { Deno: { env: { get: (name: string) => environment[name] } } }));
  afterAll(() => void Reflect.deleteProperty(globalThis, 'Deno'));
  test.each<[string, Record<string, string>, [string, string] | null]>([
    ['nothing', {}, null],
    [
      'the embedded mail server',
      { SMTP_HOST: '127.0.0.1', SMTP_FROM: 'Paperplane <a@b.test>' },
      ['smtp', 'a@b.test'],
    ],
    ['Resend', { MAIL_PROVIDER: 'resend', MAIL_API_KEY: 'k', MAIL_FROM: 'a@b.test' }, ['resend', 'a@b.test']],
    [
      'Postmark, on a backend with a mail server',
      {
        SMTP_HOST: 'h',
        SMTP_FROM: 'x@y.test',
        MAIL_PROVIDER: 'postmark',
        MAIL_API_KEY: 'k',
        MAIL_FROM: '<a@b.test>',
      },
      ['postmark', 'a@b.test'],
    ],
    ['a service without a key', { MAIL_PROVIDER: 'resend', MAIL_FROM: 'a@b.test' }, null],
    ['a service without an address of ours', { MAIL_PROVIDER: 'resend', MAIL_API_KEY: 'k' }, null],
    ['an unknown one', { MAIL_PROVIDER: 'pigeon', MAIL_API_KEY: 'k', MAIL_FROM: 'a@b.test' }, null],
  ])('%s', (_name, variables, expected) => {
    for (const name of Object.keys(environment)) Reflect.deleteProperty(environment, name);
    Object.assign(environment, variables);
    const made = setUp();
    expect(made && [made.provider.name, made.from]).toEqual(expected);
  });
});

// Holds mail-42
test('a table of more than 5 MB stays away, and the mail says so', async () => {
  const label = { name: 'x'.repeat(6_000_000) };
  const content = await write(
    {
      kind: 'report',
      name: 'Sales',
      today: '2027-02-03',
      definition: { report: 'sales', group: 'vendor' },
      answer: {
        range: { first: '2027-01-01', last: '2027-01-31' },
        rows: [{ key: 'v', label, figures: {}, before: null }],
        before: null,
      },
    },
    undefined,
  );
  expect(content.attachment).toBeUndefined();
  expect(content.body).toContain('The table is larger than 5 MB: open it in Paperplane.');
});

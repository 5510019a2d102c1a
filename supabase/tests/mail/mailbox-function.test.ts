import { strToU8, zipSync, zlibSync } from 'fflate';
import { jsPDF } from 'jspdf';
import { ascii85Of, pdfPage } from '../../../shared/src/testing/pdf-of';
import { connect } from '../support/client';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import {
  handOver,
  mailboxOf,
  message,
  nameSender,
  settled,
  tokenOf,
  type MailPart,
  type MailRow,
} from '../support/mailbox';
import type { FunctionsBackend } from '../support/functions-backend';
import { INBOUND_MAIL_SECRET, startMailboxBackend } from '../support/mailbox-backend';
import { createTestAgency, handOf, type TestAgency } from '../support/test-agency';

jest.setTimeout(60_000);

let agency: TestAgency;
let to: string;
let functions: FunctionsBackend;
beforeAll(async () => {
  functions = await startMailboxBackend();
  agency = await createTestAgency();
  to = (await mailboxOf(agency.admin)).address;
  await nameSender(agency.vendorId, 'pay@vendor.test');
}, 120_000);
afterAll(() => functions.stop());

const CSV = 'Reference,Traveler,Commission\nMB-10001,Ada Friend,120.50\nMB-10002,Bo Friend,80.00\n';
const FORMS = 'multipart/form-data';

/** The total of the statement that a part became. */
async function totalOf(part: MailPart | undefined): Promise<number> {
  const statement = await handOf(agency.admin).call<{ total: number; source: string }>(
    'get_vendor_statement',
    {
      statement_id: part?.statement_id,
    },
  );
  expect(statement.source).toBe('mailbox');
  return statement.total;
}

const sheet = (rows: string[]) =>
  zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
  });
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const workbook = () =>
  sheet([
    `<row>${['Reference', 'Traveler', 'Commission'].map(cell).join('')}</row>`,
    `<row>${['MB-20001', 'Ada Friend'].map(cell).join('')}<c><v>44.1</v></c></row>`,
  ]);

function pdf(page = new jsPDF()): Uint8Array {
  const lines = [
    ['Reference', 'Traveler', 'Commission'],
    ['MB-30001', 'Ada Friend', '31.10'],
    ['MB-30002', 'Bo Friend', '11.20'],
  ];
  lines.forEach((cells, line) => cells.forEach((text, n) => page.text(text, 15 + n * 60, 20 + line * 10)));
  return new Uint8Array(page.output('arraybuffer'));
}

const TABLE = `<html><head><style>td{color:red}</style><script>alert(1)</script></head><body><p>Hi</p>
  <table><tr><td><table><tr><th>Reference</th><th>Traveler<th>Commission
  <tr><td>MB-40001</td><td>Ada&nbsp;Friend<td>1&#44;061.00</table></td></tr></table></body></html>`;

describe('a mail of a vendor', () => {
  test('becomes a statement, and a document that admins alone see', async () => {
    const march = { name: 'march.csv', content: CSV };
    expect(await handOver(message({ to, subject: 'March', attachments: [march] }))).toBe(200);
    const mail = await settled(agency, 'March');
    expect(mail).toMatchObject({ state: 'done', sender: 'pay@vendor.test', vendor: { id: agency.vendorId } });
    const [part] = mail.parts;
    expect(part).toMatchObject({ file_name: 'march.csv', state: 'read', code: null });
    expect(await totalOf(part)).toBe(200.5);
    const kept = await sqlOne(
      `select d.visibility, d.category, d.vendor_id, d.created_by, v.mime_type, v.size, o.metadata ->> 'size' as stored
       from public.documents d join public.document_versions v on v.document_id = d.id
       join storage.objects o on o.bucket_id = 'documents' and o.name = d.organization_id || '/' || v.id where d.id = $1`,
      [part?.document_id],
    );
    expect(kept).toEqual({
      visibility: 'admins',
      category: 'statement',
      vendor_id: agency.vendorId,
      created_by: null,
      mime_type: 'text/csv',
      size: CSV.length,
      stored: String(CSV.length),
    });
    for (const person of [agency.agent, agency.rival])
      expect(
        (
          await person.api
            .from('documents')
            .select('id')
            .eq('id', part?.document_id ?? '')
        ).data,
      ).toEqual([]);
    const told = await sql(
      `select user_id, code from public.notifications where organization_id = $1 and type = 'mail'`,
      [agency.organizationId],
    );
    expect(told).toEqual(
      expect.arrayContaining([
        { user_id: agency.admin.id, code: 'statements_came' },
        { user_id: agency.owner.id, code: 'statements_came' },
      ]),
    );
    expect(told).toHaveLength(2);
  });

  // Holds mail-59
  test('comes as JSON of an inbound service, with a workbook', async () => {
    const status = await handOver({
      From: 'pay@vendor.test',
      FromFull: { Email: 'Pay@Vendor.test', Name: 'Pay' },
      To: 'somebody@else.test',
      OriginalRecipient: to,
      Subject: 'As JSON',
      MessageID: 'json-1',
      Headers: [{ Name: 'Authentication-Results', Value: 'mx.test; spf=pass smtp.mailfrom=vendor.test' }],
      TextBody: 'See attached.',
      Attachments: [
        { Name: 'april.xlsx', ContentType: 'x', Content: Buffer.from(workbook()).toString('base64') },
        { Name: 'logo.png', ContentType: 'image/png', ContentID: 'logo', Content: 'iVBORw0KGgo=' },
      ],
      HtmlBody: '<img src="cid:logo">',
    });
    expect(status).toBe(200);
    const { parts } = await settled(agency, 'As JSON');
    expect(parts).toMatchObject([{ file_name: 'april.xlsx', state: 'read' }]);
    expect(await totalOf(parts[0])).toBe(44.1);
  });

  test('comes as a form with a message in it, its recipients beside', async () => {
    const form = new FormData();
    const raw = message({
      to: 'list@vendor.test',
      subject: 'As a form',
      attachments: [{ name: 'may.pdf', content: pdf() }],
    });
    form.set('email', new Blob([raw]));
    form.set('envelope', JSON.stringify({ to: [to], from: 'pay@vendor.test' }));
    expect(await handOver(form)).toBe(200);
    const { parts } = await settled(agency, 'As a form');
    expect(parts).toMatchObject([{ file_name: 'may.pdf', state: 'read', code: null }]);
    expect(await totalOf(parts[0])).toBe(42.3);
  });

  const words = [
    '(Reference) Tj 200 0 Td (Traveler) Tj 200 0 Td (Commission) Tj',
    '(MB-31001) Tj 200 0 Td (Ada) Tj 200 0 Td (42.30) Tj',
  ];
  const lines = words.map((line, n) => `BT /F1 12 Tf 72 ${700 - n * 20} Td ${line} ET`).join('\n');
  test.each([
    ['as letters', pdfPage(['/Filter [ /ASCII85Decode /FlateDecode ]', ascii85Of(zlibSync(strToU8(lines)))])],
    [
      'locked against changes',
      pdf(new jsPDF({ encryption: { ownerPassword: 'owner', userPermissions: ['print'] } })),
    ],
  ])('has a PDF that its program wrote %s', async (how, content) => {
    await handOver(message({ to, subject: how, attachments: [{ name: 'june.pdf', content }] }));
    const { parts } = await settled(agency, how);
    expect(parts).toMatchObject([{ file_name: 'june.pdf', state: 'read', code: null }]);
    expect(await totalOf(parts[0])).toBe(42.3);
  });

  // Holds mail-60
  test('has a table in its text: letters are taken, nothing that runs', async () => {
    await handOver(message({ to, subject: 'Only a table', html: TABLE }));
    const { parts } = await settled(agency, 'Only a table');
    expect(parts).toMatchObject([{ file_name: 'Only a table.txt', state: 'read' }]);
    expect(await totalOf(parts[0])).toBe(1061);
    const { data } = await connect(backend, backend.secretKey)
      .storage.from('documents')
      .download(`${agency.organizationId}/${(await versionOf(parts[0])) ?? ''}`);
    expect(await data?.text()).toBe('Reference\tTraveler\tCommission\nMB-40001\tAda Friend\t1,061.00');
  });

  // Holds mail-61
  test('was forwarded whole, quoted printable and in another alphabet', async () => {
    const inner = [
      'From: =?iso-8859-1?Q?J=FCrgen?= <j@vendor.test>',
      'Subject: inner',
      'Content-Type: text/csv; name="=?utf-8?Q?M=C3=A4rz.csv?="; charset=iso-8859-1',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Reference;Traveler;Commission=0D=0AMB-50001;J=FCrgen Friend;12,50=0D=0A',
    ].join('\r\n');
    const forwarded = { name: 'mail.eml', type: 'message/rfc822', content: inner };
    await handOver(
      message({ to, subject: '=?utf-8?Q?Weitergeleitet=3A_M=C3=A4rz?=', attachments: [forwarded] }),
    );
    const { parts } = await settled(agency, 'Weitergeleitet: März');
    expect(parts).toMatchObject([{ file_name: 'März.csv', state: 'read' }]);
    expect(await totalOf(parts[0])).toBe(12.5);
  });

  const versionOf = async (part: MailPart | undefined) =>
    (
      await sqlOne<{ id: string }>('select id from public.document_versions where document_id = $1', [
        part?.document_id,
      ])
    ).id;
});

describe('what cannot be read is told with its reason', () => {
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
  test.each<[string, string | Uint8Array, Partial<MailPart>]>([
    ['winmail.dat', new Uint8Array([0x78, 0x9f, 0x3e, 0x22, 1]), { state: 'refused', code: 'winmail' }],
    ['page.html', '<html><script>alert(1)</script></html>', { state: 'refused', code: 'type_unknown' }],
    ['invoice.pdf', new Uint8Array([0x4d, 0x5a, 0, 0]), { state: 'refused', code: 'type_unknown' }],
    ['nothing.csv', '', { state: 'refused', code: 'part_empty' }],
    ['ship.png', PNG, { state: 'kept', code: 'no_statement' }],
    ['words.txt', 'Thank you for your business', { state: 'kept', code: 'unreadable' }],
    ['broken.pdf', '%PDF-1.4\nnothing', { state: 'kept', code: 'unreadable' }],
  ])('%s', async (name, content, expected) => {
    await handOver(message({ to, subject: `Has ${name}`, attachments: [{ name, content }] }));
    const { state, parts } = await settled(agency, `Has ${name}`);
    expect(state).toBe('done');
    expect(parts).toMatchObject([{ file_name: name, statement_id: null, ...expected }]);
    expect(parts[0]?.document_id === null).toBe(expected.state === 'refused');
  });

  test('a workbook that unpacks into sixty megabytes', async () => {
    const bomb = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(60_000_000),
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    await handOver(message({ to, subject: 'Bomb', attachments: [{ name: 'bomb.xlsx', content: bomb }] }));
    expect((await settled(agency, 'Bomb')).parts).toMatchObject([
      { state: 'kept', code: 'unreadable', params: { why: 'This workbook is too large to be a statement.' } },
    ]);
  });

  test('a PDF of 301 pages: its document is kept', async () => {
    const long = new jsPDF();
    for (let n = 1; n < 301; n += 1) long.addPage();
    const content = new Uint8Array(long.output('arraybuffer'));
    await handOver(message({ to, subject: 'Long', attachments: [{ name: 'long.pdf', content }] }));
    const { state, parts } = await settled(agency, 'Long');
    expect(state).toBe('done');
    expect(parts).toMatchObject([
      {
        state: 'kept',
        code: 'unreadable',
        params: { why: 'This PDF has 301 pages. At most 300 are read: split it.' },
        document_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
    ]);
  });

  const TEXT = 'BT /F1 12 Tf 72 700 Td (Commission) Tj ET\n';
  const form = (n: number): [string, string] => [
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Fm ${n} 0 R >> /Font << /F1 5 0 R >> >>`,
    n < 16 ? '/Fm Do '.repeat(10) : TEXT,
  ];
  const ranges = `1 beginbfrange ${'<000000> <0FFFFF> <0000> '.repeat(200)} endbfrange`;
  const amounts = Array.from({ length: 300 }, () => Array.from({ length: 200 }, (_, n) => `${n}.50`).join());
  const heads = Array.from({ length: 200 }, (_, n) => `Amount ${n}`).join();
  // Holds security-75
  test.each([
    ['amounts in two hundred columns', 'busy.csv', [heads, ...amounts].join('\n')],
    [
      'texts drawn ten times, ten times over',
      'busy.pdf',
      pdfPage(['', '/Fm Do'], {
        resources: '/XObject << /Fm 6 0 R >>',
        more: Array.from({ length: 11 }, (_, n) => form(n + 7)),
      }),
    ],
    [
      'letters without end in a font',
      'busy.pdf',
      pdfPage(['', TEXT], {
        font: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 >> >>] >>',
        more: [['', `/CMapName /X def begincmap ${ranges} endcmap`]],
      }),
    ],
    [
      'a content that goes into a page a thousand times',
      'busy.pdf',
      pdfPage(['/Filter /FlateDecode', zlibSync(strToU8(TEXT + ' '.repeat(20_000_000)))], {
        contents: `[${'4 0 R '.repeat(1000)}]`,
      }),
    ],
  ])('a file that keeps whoever reads it busy waits for a person: %s', async (how, name, content) => {
    expect(content.length).toBeLessThan(name.endsWith('.pdf') ? 50_000 : 500_000);
    await handOver(message({ to, subject: how, attachments: [{ name, content }] }));
    await handOver(message({ to, subject: `Beside ${how}`, attachments: [{ name: 'a.csv', content: CSV }] }));
    // Others are read meanwhile.
    expect((await settled(agency, `Beside ${how}`)).parts).toMatchObject([{ state: 'read' }]);
    expect((await settled(agency, how)).parts).toMatchObject([
      {
        state: 'to_read',
        code: 'too_much_here',
        document_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
    ]);
  });

  // Holds security-76
  test('a mail that keeps whoever opens it busy is refused, and others are read meanwhile', async () => {
    const [head = ''] = message({ to, subject: 'Lines' }).split('MIME-Version');
    await handOver(`${head}Content-Type: text/plain; format=flowed\r\n\r\n${'\r\n'.repeat(2_000_000)}`);
    await handOver(message({ to, subject: 'Beside lines', attachments: [{ name: 'a.csv', content: CSV }] }));
    expect((await settled(agency, 'Beside lines')).parts).toMatchObject([{ state: 'read' }]);
    expect(await settled(agency, 'Lines')).toMatchObject({ state: 'refused', code: 'mail_not_opened' });
  });

  // Holds mail-62
  test('more than 20 attachments; 20 are read', async () => {
    const attachments = Array.from({ length: 21 }, (_, n) => ({ name: `${n}.txt`, content: 'Thank you' }));
    await handOver(message({ to, subject: 'Twenty-one', attachments }));
    await handOver(message({ to, subject: 'Twenty', attachments: attachments.slice(1) }));
    expect(await settled(agency, 'Twenty-one')).toMatchObject({
      state: 'refused',
      code: 'too_many_parts',
      params: { count: 21, most: 20 },
      parts: [],
    });
    expect((await settled(agency, 'Twenty')).parts).toHaveLength(20);
  });

  test('nothing in it', async () => {
    await handOver(message({ to, subject: 'Hello' }));
    expect(await settled(agency, 'Hello')).toMatchObject({ state: 'refused', code: 'nothing_in_mail' });
  });

  // Holds mail-63
  test('more than 25 MB, as a message and as JSON: nothing of it is kept', async () => {
    const content = new Uint8Array(20_000_000);
    const raw = message({ to, subject: 'Large', attachments: [{ name: 'a.pdf', content }] });
    expect(raw.length).toBeGreaterThan(26_214_400);
    expect(await handOver(raw)).toBe(200);
    const json = {
      From: 'pay@vendor.test',
      To: to,
      Headers: [{ Name: 'Authentication-Results', Value: 'mx.test; dmarc=pass' }],
      Subject: 'Large JSON',
      MessageID: 'large-json',
      Attachments: [{ Name: 'a.pdf', Content: 'A'.repeat(38_000_000) }],
    };
    expect(await handOver(json)).toBe(200);
    for (const subject of ['Large', 'Large JSON']) {
      const mail = await settled(agency, subject);
      expect(mail).toMatchObject({ state: 'refused', code: 'mail_too_large' });
      expect(await filesOf(mail)).toEqual([]);
    }
  });
});

const filesOf = ({ id }: MailRow) =>
  sql(`select name from storage.objects where bucket_id = 'mail' and name like '%' || $1 || '%'`, [id]);

describe('who may hand a mail over', () => {
  test.each<[string, Record<string, string>, number]>([
    ['nobody', { authorization: '' }, 401],
    ['a wrong secret', { authorization: 'Bearer known-to-the-mail-service' }, 401],
    ['the key of the project', { authorization: '' }, 401],
    ['a wrong password', { authorization: `Basic ${btoa('user:wrong')}` }, 401],
  ])('not %s', async (name, headers, status) => {
    const key: Record<string, string> =
      name === 'the key of the project' ? { apikey: backend.secretKey } : {};
    expect(await handOver(message({ to, subject: `By ${name}` }), { ...headers, ...key })).toBe(status);
    expect((await mailboxOf(agency.admin)).mails.map(({ subject }) => subject)).not.toContain(`By ${name}`);
  });

  test('a service that can send a password only', async () => {
    const authorization = `Basic ${btoa(`mail:${INBOUND_MAIL_SECRET}`)}`;
    expect(await handOver(message({ to, subject: 'By password' }), { authorization })).toBe(200);
    expect(await settled(agency, 'By password')).toMatchObject({ code: 'nothing_in_mail' });
  });

  // Holds mail-65
  test('is told the same of an address that nobody has', async () => {
    const unknown = to.replace(/\+.{4}/, '+0000');
    expect(await handOver(message({ to: unknown, subject: 'Nobody' }))).toBe(200);
    expect(await sql(`select 1 from private.incoming_mails where subject = 'Nobody'`)).toEqual([]);
  });

  test.each([
    ['no mail', 'text/html', '<p>Hi</p>'],
    ['JSON that is none', 'application/json', '[1'],
    ['a form without a message', FORMS, 'x'],
  ])('is told that %s is none', async (_name, type, body) => {
    expect(await handOver(body, { 'content-type': type })).toBe(400);
  });

  test.each(['publishableKey', 'none'] as const)(
    'nobody else asks for a mail to be read: %s',
    async (key) => {
      const response = await fetch(`${backend.apiUrl}/functions/v1/mailbox-read`, {
        method: 'POST',
        headers: key === 'none' ? {} : { apikey: backend[key], authorization: `Bearer ${backend[key]}` },
        body: JSON.stringify({ mail_id: crypto.randomUUID() }),
      });
      expect(response.status).toBe(401);
    },
  );
});

test('a mail that waits is read when somebody says whose it is', async () => {
  const from = 'New <new@sender.test>';
  await handOver(
    message({ to, from, subject: 'From a new one', attachments: [{ name: 'new.csv', content: CSV }] }),
  );
  expect(await settled(agency, 'From a new one')).toMatchObject({ state: 'waiting', parts: [] });
  await handOf(agency.admin).call('answer_waiting_mail', {
    address: 'new@sender.test',
    vendor_id: agency.vendorId,
  });
  const { state, parts } = await settled(agency, 'From a new one');
  expect([state, await totalOf(parts[0])]).toEqual(['done', 200.5]);
});

describe('a mail that comes again', () => {
  // Holds mail-64
  test('is one mail, also at once, and its parts are read once', async () => {
    const raw = message({ to, subject: 'Again', attachments: [{ name: 'again.csv', content: CSV }] });
    expect(await Promise.all([handOver(raw), handOver(raw), handOver(raw)])).toEqual([200, 200, 200]);
    const { id, parts } = await settled(agency, 'Again');
    expect(await handOver(raw)).toBe(200);
    const client = connect(backend, backend.secretKey);
    const [part] = await sql<{ id: string }>('select id from private.incoming_parts where mail_id = $1', [
      id,
    ]);
    for (const body of [{ mail_id: id }, { part_id: part?.id }])
      expect((await client.functions.invoke('mailbox-read', { body })).error).toBeNull();
    const statements = await sql(
      'select id from public.bank_remittances where organization_id = $1 and file_name = $2',
      [agency.organizationId, 'again.csv'],
    );
    expect(statements).toEqual([{ id: parts[0]?.statement_id }]);
    expect((await mailboxOf(agency.admin)).mails.filter(({ subject }) => subject === 'Again')).toHaveLength(
      1,
    );
  });

  test('without an id is known by its bytes', async () => {
    const raw = message({ to, subject: 'Without id' }).replace(/Message-ID: .*\r\n/, '');
    await handOver(raw);
    await handOver(raw);
    expect(await sql(`select 1 from private.incoming_mails where subject = 'Without id'`)).toHaveLength(1);
  });
});

describe('mail in the name of a vendor', () => {
  const results = (text: string) => `Authentication-Results: mx.test; ${text}`;
  const stranger = 'smtp.mailfrom=dmarc=pass@stranger.test';
  // Holds security-70
  test.each([
    [
      'an address that says what is to be found',
      [results(`spf=pass ${stranger}; dmarc=fail header.from=vendor.test`)],
    ],
    ['the same in quotes', [results('spf=fail smtp.mailfrom="x; dmarc=pass"@stranger.test')]],
    ['a comment', [results('spf=fail (x; dmarc=pass)')]],
    ['a comment that does not end', [results('spf=pass (x; dmarc=fail')]],
    ['results of its own below', [results('dmarc=fail'), results('dmarc=pass')]],
    ['saying nothing', []],
    ['the word of another server', ['Authentication-Results: mx.stranger.test; dmarc=pass']],
    [
      'SPF and DKIM of a stranger',
      [results('spf=pass smtp.mailfrom=stranger.test; dkim=pass header.d=stranger.test')],
    ],
  ])('is no proof by %s', async (name, headers) => {
    await handOver(message({ to, subject: name, headers }));
    expect(await settled(agency, name)).toMatchObject({ state: 'waiting', vendor: null });
  });

  test('waits where another name stands beside it', async () => {
    const from = 'pay@vendor.test, thief@stranger.test';
    await handOver(message({ to, subject: 'Two', from, headers: [results('dmarc=pass')] }));
    expect(await settled(agency, 'Two')).toMatchObject({ state: 'waiting', vendor: null });
  });

  test('is read where the mail service found that it is from there', async () => {
    const found =
      'spf=fail (x (y)) smtp.mailfrom=a@list.test; dkim=pass header.d=vendor.test; dmarc=pass (p=none)';
    await handOver(message({ to, subject: 'Passed', headers: [results(found)] }));
    expect(await settled(agency, 'Passed')).toMatchObject({ vendor: { id: agency.vendorId } });
  });
});

describe('texts of strangers', () => {
  test('are one line, and files have no folders', async () => {
    const attachments = [
      { name: '../../etc/\u202ex.csv', content: CSV },
      { name: 'C:\\Users\\a.csv', content: CSV },
    ];
    const subject = '=?utf-8?Q?Hi=0D=0ABcc=3A_all=40x.test=00?=';
    await handOver(message({ to, subject, from: '"A\tB" <pay@vendor.test>', attachments }));
    const mail = await settled(agency, 'Hi Bcc: all@x.test');
    expect(mail.sender_name).toBe('A B');
    expect(mail.parts.map(({ file_name }) => file_name)).toEqual([
      '.._.._etc_ x.csv',
      expect.stringMatching(/^C:_?Users_?a\.csv$/),
    ]);
  });

  test('as long as they like: what is longer than any statement is none', async () => {
    const rows = `<tr><td>MB-60001</td><td>A</td><td>1.00</td></tr>`.repeat(40_000);
    await handOver(message({ to, subject: 'Endless', html: `<table>${rows}</table>` }));
    expect((await settled(agency, 'Endless')).parts).toMatchObject([
      { state: 'refused', code: 'part_too_large' },
    ]);
  });
});

// Holds mail-66
test('mails lie where no person reads them', async () => {
  await handOver(message({ to, subject: 'Private', attachments: [{ name: 'p.csv', content: CSV }] }));
  const mail = await settled(agency, 'Private');
  expect(await filesOf(mail)).toHaveLength(2);
  for (const person of [agency.owner, agency.agent]) {
    const { data, error } = await person.api.storage
      .from('mail')
      .download(`${agency.organizationId}/${mail.id}/0`);
    expect([data, error === null]).toEqual([null, false]);
    expect((await person.api.storage.from('mail').list(agency.organizationId)).data).toEqual([]);
    const { error: unkept } = await person.api.storage
      .from('mail')
      .upload(`${agency.organizationId}/x/0`, 'x');
    expect(unkept).not.toBeNull();
  }
  expect(tokenOf(await mailboxOf(agency.owner))).toBe(tokenOf(await mailboxOf(agency.admin)));
});

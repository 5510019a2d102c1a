import { sql, sqlOne } from '../support/database';
import { asService } from '../support/mail';
import { mailboxOf, nameSender, type Mailbox } from '../support/mailbox';
import { createTestAgency, createVendor, handOf, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
let token: string;
beforeEach(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await mailboxOf(agency.admin);
  token = await tokenIn(agency);
});

const tokenIn = async ({ organizationId }: TestAgency) =>
  (
    await sqlOne<{ token: string }>('select token from private.mailboxes where organization_id = $1', [
      organizationId,
    ])
  ).token;

let sent = 0;
interface Wanted {
  mail_id: string;
  path: string;
}

/** A mail that has arrived, as the function hands it over. */
async function receive(mail: object = {}): Promise<Wanted[]> {
  sent += 1;
  const wanted = await asService<Wanted[]>('receive_mail', {
    mail: {
      tokens: [token],
      message_id: `<${sent}@vendor.test>`,
      sender: 'pay@vendor.test',
      sender_name: 'Pay',
      subject: `Mail ${sent}`,
      proven: true,
      format: 'mime',
      size: 100,
      refused: null,
      ...mail,
    },
  });
  for (const { mail_id } of wanted) await asService('keep_mail', { mail_id });
  return wanted;
}

const ask = (person: Person, name: string, args: object) =>
  handOf(person).call<Record<string, unknown>>(name, args);
const answer = (
  vendorId: string | null,
  address = 'pay@vendor.test',
  remember = true,
  person = agency.admin,
) => ask(person, 'answer_waiting_mail', { address, vendor_id: vendorId, remember });
const states = async (of = agency) => (await mailboxOf(of.admin)).mails.map(({ state }) => state).sort();
const told = (of = agency) =>
  sql<{ code: string; user_id: string }>(
    `select code, user_id from public.notifications where organization_id = $1 and type = 'mail'`,
    [of.organizationId],
  );

const STATEMENT = {
  lines: [{ line: 1, reference: 'MB-1', name: 'Ada Friend', amount: '10.00' }],
  fees: [],
  left_out: [],
};

/** A part of a mail of the vendor, taken to be read. */
async function part(name = 'march.csv'): Promise<string> {
  await nameSender(agency.vendorId, 'pay@vendor.test');
  const [mail] = await receive();
  await asService('take_mail', { mail_id: mail?.mail_id });
  await asService('add_mail_parts', {
    mail_id: mail?.mail_id,
    parts: [{ number: 1, file_name: name, size: 10, code: null }],
  });
  const { id } = await sqlOne<{ id: string }>('select id from private.incoming_parts where mail_id = $1', [
    mail?.mail_id,
  ]);
  return id;
}
const finish = (partId: string, result: object) => asService('finish_mail_part', { part_id: partId, result });
const latest = async () => (await mailboxOf(agency.admin)).mails[0];

describe('whose mail is read', () => {
  const vendorOf = async (sender: string) => {
    const [mail] = await receive({ sender });
    const row = await sqlOne<{ vendor_id: string | null; state: string }>(
      'select vendor_id, state from private.incoming_mails where id = $1',
      [mail?.mail_id],
    );
    expect(row.state).toBe(row.vendor_id ? 'reading' : 'waiting');
    return row.vendor_id;
  };
  const say = (column: string, value: string, vendorId = agency.vendorId) =>
    sql(`update public.vendors set ${column} = $2 where id = $1`, [vendorId, value]);

  // Holds mail-45
  test.each([
    ['its own address', 'pay@fleet.test', true],
    ['in capitals', 'PAY@Fleet.TEST', true],
    ['another of its domain', 'anna@fleet.test', true],
    ['below its domain', 'anna@mail.fleet.test', true],
    ['a domain that ends alike', 'anna@blackfleet.test', false],
    ['a domain that begins alike', 'anna@fleet.test.example', false],
    ['somebody else', 'anna@other.test', false],
  ])('%s: %s', async (_name, sender, isKnown) => {
    await say('email', 'Pay@fleet.test');
    expect(await vendorOf(sender)).toBe(isKnown ? agency.vendorId : null);
  });

  // Holds mail-46
  test('the domain of its website, of hosts for everybody only whole addresses', async () => {
    await say('website', 'https://www.blue-fleet.test/agents');
    expect(await vendorOf('pay@blue-fleet.test')).toBe(agency.vendorId);
    await say('website', 'https://bluefleet.wixsite.com/home');
    expect(await vendorOf('other@bluefleet.wixsite.com')).toBeNull();
    for (const host of ['gmail.com', 'outlook.com', 'yahoo.co.uk', 'icloud.com', 'gmx.de', 'proton.me']) {
      await say('email', `bluefleet@${host}`);
      expect([await vendorOf(`bluefleet@${host}`), await vendorOf(`stranger@${host}`)]).toEqual([
        agency.vendorId,
        null,
      ]);
    }
  });

  test('a contact', async () => {
    await sql(`update public.vendor_terms set contacts = $2 where vendor_id = $1`, [
      agency.vendorId,
      JSON.stringify([{ name: 'Anna', email: 'Anna@Contact.test' }]),
    ]);
    expect(await vendorOf('anna@contact.test')).toBe(agency.vendorId);
    expect(await vendorOf('ben@contact.test')).toBeNull();
  });

  // Holds mail-47
  test('nobody where it could be two, and those of other agencies never', async () => {
    await say('email', 'pay@group.test');
    await say('email', 'office@group.test', await createVendor(agency.organizationId));
    expect(await vendorOf('anna@group.test')).toBeNull();
    expect(await vendorOf('pay@group.test')).toBe(agency.vendorId);
    await say('email', 'pay@foreign.test', other.vendorId);
    expect(await vendorOf('pay@foreign.test')).toBeNull();
  });

  // Holds mail-48
  test('waits too where the mail service says that it is not from there', async () => {
    await nameSender(agency.vendorId, 'pay@vendor.test');
    await receive({ proven: false });
    const { waiting } = await mailboxOf(agency.admin);
    expect(waiting).toMatchObject([{ proven: false, vendor: { id: agency.vendorId }, count: 1 }]);
    // Read this time, and judged again next time.
    expect(await answer(agency.vendorId, 'pay@vendor.test', false)).toMatchObject({ success: true });
    await receive({ proven: false });
    expect(await states()).toEqual(['reading', 'waiting']);
    expect((await mailboxOf(agency.admin)).senders).toEqual([]);
  });
});

// Holds mail-52
test('a mail whose bytes have not arrived takes no other ones under its id', async () => {
  await nameSender(agency.vendorId, 'pay@vendor.test');
  const head = { message_id: '<known@vendor.test>', size: 100 };
  const mail = { tokens: [token], sender: 'pay@vendor.test', proven: true, format: 'mime', ...head };
  const first = await asService<Wanted[]>('receive_mail', { mail });
  expect(first).toHaveLength(1);
  for (const other of [
    { sender: 'thief@stranger.test' },
    { proven: false },
    { size: 101 },
    { format: 'json' },
  ])
    expect(await asService('receive_mail', { mail: { ...mail, ...other } })).toEqual([]);
  // The mail service tries again, with the same one.
  expect(await asService('receive_mail', { mail })).toEqual(first);
});

describe('a word on a sender', () => {
  test('releases what waits, and is remembered', async () => {
    await receive();
    await receive();
    expect((await told()).map(({ code }) => code)).toEqual(['mail_waits', 'mail_waits']);
    expect(new Set((await told()).map(({ user_id }) => user_id))).toEqual(
      new Set([agency.admin.id, agency.owner.id]),
    );
    const { waiting } = await mailboxOf(agency.admin);
    expect(waiting).toMatchObject([
      { address: 'pay@vendor.test', name: 'Pay', count: 2, proven: true, vendor: null },
    ]);
    expect(await answer(agency.vendorId, ' Pay@vendor.test ')).toMatchObject({ success: true });
    await receive();
    expect(await states()).toEqual(['reading', 'reading', 'reading']);
    expect((await mailboxOf(agency.owner)).senders).toMatchObject([
      { address: 'pay@vendor.test', vendor: { id: agency.vendorId } },
    ]);
    await ask(agency.admin, 'forget_mail_sender', { address: 'pay@vendor.test' });
    await receive();
    expect(await states()).toEqual(['reading', 'reading', 'reading', 'waiting']);
  });

  // Holds mail-49
  test('never: what waits is left out, and nothing comes any more', async () => {
    await receive();
    expect(await answer(null)).toMatchObject({ success: true });
    expect(await receive()).toEqual([]);
    expect(await latest()).toMatchObject({ state: 'refused', code: 'sender_refused' });
    expect(await states()).toEqual(['refused']);
  });

  test('needs an address and a vendor of the agency', async () => {
    expect(await answer(agency.vendorId, 'nobody')).toMatchObject({ code: 'mail_address_wrong' });
    expect(await answer(other.vendorId)).toMatchObject({ code: 'vendor_not_found' });
    await sql(
      `insert into private.mail_senders (organization_id, address) select $1, n || '@many.test' from generate_series(1, 1000) n`,
      [agency.organizationId],
    );
    expect(await answer(agency.vendorId)).toMatchObject({ code: 'mail_senders_full' });
  });
});

describe('other people', () => {
  test.each(['agent', 'rival', 'inactive'] as const)('%s knows nothing of the mailbox', async (who) => {
    const person = who === 'inactive' ? agency.agent : agency[who];
    if (who === 'inactive') await sql('update public.users set is_active = false where id = $1', [person.id]);
    for (const [name, args] of [
      ['get_mailbox', {}],
      ['renew_mailbox_token', {}],
      ['answer_waiting_mail', { address: 'pay@vendor.test' }],
      ['forget_mail_sender', { address: 'pay@vendor.test' }],
      ['list_mailed_statements', { vendor_id: agency.vendorId }],
      ['read_mailed_statement', { part_id: crypto.randomUUID(), lines: [] }],
      ['keep_mailed_document', { part_id: crypto.randomUUID() }],
    ] as const) {
      const { error } = await person.api.rpc(name as never, args as never);
      expect([name, error?.code]).toEqual([name, '42501']);
    }
  });

  test('even an owner is no function', async () => {
    const mail_id = (await receive())[0]?.mail_id;
    for (const [name, args] of [
      ['receive_mail', { mail: {} }],
      ['keep_mail', { mail_id }],
      ['take_mail', { mail_id }],
      ['refuse_mail', { mail_id, code: 'x' }],
      ['add_mail_parts', { mail_id, parts: [] }],
      ['take_mail_part', { part_id: mail_id }],
      ['finish_mail_part', { part_id: mail_id, result: {} }],
    ] as const) {
      const { error } = await agency.owner.api.rpc(name as never, args as never);
      expect([name, error?.code]).toEqual([name, '42501']);
    }
  });

  // Holds mail-53
  test('another agency sees and answers its own alone', async () => {
    await receive();
    const foreign: Mailbox = await mailboxOf(other.admin);
    expect([foreign.mails, foreign.waiting]).toEqual([[], []]);
    expect(await tokenIn(other)).not.toBe(token);
    await answer(other.vendorId, 'pay@vendor.test', true, other.admin);
    expect(await states()).toEqual(['waiting']);
    const id = await part();
    await finish(id, { state: 'to_read', type: 'text/csv', code: 'too_much_here' });
    expect(await ask(other.admin, 'read_mailed_statement', { part_id: id, ...STATEMENT })).toMatchObject({
      code: 'mailed_file_not_found',
    });
    await ask(other.admin, 'keep_mailed_document', { part_id: id });
    expect(await ask(other.admin, 'list_mailed_statements', { vendor_id: agency.vendorId })).toEqual([]);
    expect((await latest())?.parts).toMatchObject([{ state: 'to_read' }]);
  });
});

describe('an address', () => {
  // Holds mail-50
  test('that was renewed takes nothing at the old one', async () => {
    expect(await ask(agency.admin, 'renew_mailbox_token', {})).toMatchObject({ success: true });
    expect(await receive()).toEqual([]);
    expect(await receive({ tokens: [await tokenIn(agency)] })).toHaveLength(1);
    expect(
      await sql(
        `select actor_id from private.audit_log where organization_id = $1 and action = 'mailbox_renewed'`,
        [agency.organizationId],
      ),
    ).toEqual([{ actor_id: agency.admin.id }]);
  });

  test('is told only where mail is received', async () => {
    expect((await mailboxOf(agency.admin)).address).toBeNull();
  });

  test('one mail to two agencies is one of each', async () => {
    await mailboxOf(other.admin);
    expect(await receive({ tokens: [token, await tokenIn(other), 'f'.repeat(24)] })).toHaveLength(2);
    expect([await states(), await states(other)]).toEqual([['waiting'], ['waiting']]);
  });
});

describe('limits', () => {
  // Holds mail-51
  test('50 mails wait at most, 500 of strangers come within a day, and 500 of vendors', async () => {
    const many = (count: number, state: string) =>
      sql(
        `insert into private.incoming_mails (organization_id, message_id, sender, format, size, proven, state, vendor_id)
         select $1, gen_random_uuid(), 'a@b.test', 'mime', 1, true, $3, case when $3 = 'done' then $4::uuid end
         from generate_series(1, $2::int)`,
        [agency.organizationId, count, state, agency.vendorId],
      );
    await many(49, 'waiting');
    expect(await receive()).toHaveLength(1);
    expect(await receive()).toEqual([]);
    expect(await latest()).toMatchObject({ state: 'refused', code: 'too_many_wait' });
    await many(460, 'refused');
    const kept = () =>
      sql('select count(*)::int as mails from private.incoming_mails where organization_id = $1', [
        agency.organizationId,
      ]);
    await receive();
    expect(await kept()).toEqual([{ mails: 511 }]);
    // Of a vendor it is read all the same.
    await nameSender(agency.vendorId, 'pay@vendor.test');
    expect(await receive()).toHaveLength(1);
    await many(498, 'done');
    expect(await receive()).toHaveLength(1);
    expect(await receive()).toEqual([]);
  });

  test.each([
    ['no address', { sender: 'nobody' }],
    ['two addresses', { sender: 'a@b.test, c@d.test' }],
    ['a header in it', { sender: 'a@b.test\nBcc: c@d.test' }],
    ['no id', { message_id: ' ' }],
    ['no mailbox', { tokens: [] }],
  ])('a mail with %s is nobody’s', async (_name, mail) => {
    expect(await receive(mail)).toEqual([]);
  });

  test('texts are one line and end somewhere', async () => {
    await receive({ subject: `A\nB\t${'x'.repeat(400)}`, sender_name: 'A\r\nB' });
    const mail = await latest();
    expect(mail?.subject).toHaveLength(300);
    expect([mail?.subject.slice(0, 4), mail?.sender_name]).toEqual(['A B ', 'A B']);
  });
});

describe('a part', () => {
  // Holds mail-54
  test('becomes a statement of nobody and a document for admins, once', async () => {
    const id = await part();
    const result = { state: 'read', type: 'text/csv', statement: STATEMENT };
    await finish(id, result);
    await finish(id, result);
    const mail = await latest();
    expect(mail).toMatchObject({ state: 'done', parts: [{ state: 'read' }] });
    expect(
      await sql(
        `select r.id, r.source, r.created_by, r.total_amount, d.visibility from public.bank_remittances r
         join public.documents d on d.id = r.document_id where r.organization_id = $1`,
        [agency.organizationId],
      ),
    ).toEqual([
      {
        id: mail?.parts[0]?.statement_id,
        source: 'mailbox',
        created_by: null,
        total_amount: '10.00',
        visibility: 'admins',
      },
    ]);
    expect((await told()).map(({ code }) => code)).toEqual(['statements_came', 'statements_came']);
  });

  test('is claimed by one call at a time, and again when that call is gone', async () => {
    const id = await part();
    const take = () => asService<{ attempts: number } | null>('take_mail_part', { part_id: id });
    expect(await take()).toMatchObject({ attempts: 1 });
    expect(await take()).toBeNull();
    await sql(`update private.incoming_parts set claimed_until = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    expect(await take()).toMatchObject({ attempts: 2 });
  });

  // Holds mail-55
  test('that no call ends is given up, and admins are told', async () => {
    const id = await part();
    await sql(
      `update private.incoming_parts set attempts = 4, claimed_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await sql('select private.keep_mailbox()');
    expect((await latest())?.parts).toMatchObject([{ state: 'refused', code: 'part_not_opened' }]);
    expect((await told()).map(({ code }) => code)).toEqual(['mail_not_read', 'mail_not_read']);
  });

  test('that the database takes for no statement keeps its document, with the reason', async () => {
    const id = await part();
    await finish(id, { state: 'read', type: 'text/csv', statement: { lines: [], fees: [], left_out: [] } });
    expect((await latest())?.parts).toMatchObject([
      {
        state: 'kept',
        code: 'unreadable',
        statement_id: null,
        params: { why: expect.stringContaining('500 lines') },
      },
    ]);
  });

  // Holds mail-56
  test('that a browser has to read is offered on the page of its vendor', async () => {
    const id = await part();
    await finish(id, { state: 'to_read', type: 'application/pdf', code: 'too_much_here' });
    const list = () => ask(agency.admin, 'list_mailed_statements', { vendor_id: agency.vendorId });
    expect(await list()).toMatchObject([
      { id, file_name: 'march.csv', path: `${agency.organizationId}/${id}`, version_id: id },
    ]);
    const read = () => ask(agency.admin, 'read_mailed_statement', { part_id: id, ...STATEMENT });
    const first = await read();
    expect(first).toMatchObject({ success: true });
    expect(await read()).toEqual(first);
    expect(await list()).toEqual([]);
  });

  test('has a name without folders', async () => {
    await part('../../etc/passwd\n.csv');
    expect((await latest())?.parts).toMatchObject([{ file_name: '.._.._etc_passwd .csv' }]);
  });
});

describe('after 90 days', () => {
  // Holds mail-57
  test('mails are gone, their statements and documents stay', async () => {
    const id = await part();
    await finish(id, { state: 'read', type: 'text/csv', statement: STATEMENT });
    await sql(
      `update private.incoming_mails set received_at = now() - interval '89 days' where organization_id = $1`,
      [agency.organizationId],
    );
    await sql('select private.keep_mailbox()');
    expect(await states()).toEqual(['done']);
    await sql(
      `update private.incoming_mails set received_at = now() - interval '91 days' where organization_id = $1`,
      [agency.organizationId],
    );
    await sql('select private.keep_mailbox()');
    expect(await states()).toEqual([]);
    expect(
      await sql(
        'select 1 from public.bank_remittances where organization_id = $1 and document_id is not null',
        [agency.organizationId],
      ),
    ).toHaveLength(1);
  });

  test('bytes are found that no mail needs: gone, refused, and parts that were read', async () => {
    const id = await part();
    const [waiting] = await receive({ sender: 'stranger@x.test' });
    const { mail_id } = await sqlOne<{ mail_id: string }>(
      'select mail_id from private.incoming_parts where id = $1',
      [id],
    );
    const gone = `${agency.organizationId}/${crypto.randomUUID()}/0`;
    const names = [
      `${agency.organizationId}/${mail_id}/0`,
      `${agency.organizationId}/${mail_id}/1`,
      waiting?.path,
      gone,
    ];
    for (const name of names)
      await sql(
        `insert into storage.objects (bucket_id, name, created_at, version) values ('mail', $1, now() - interval '2 hours', gen_random_uuid())`,
        [name],
      );
    const strays = async () =>
      (await sqlOne<{ names: string[] }>('select private.find_stray_mail_files() as names')).names.filter(
        (name) => name.startsWith(agency.organizationId),
      );
    expect(await strays()).toEqual([gone]);
    await finish(id, { state: 'read', type: 'text/csv', statement: STATEMENT });
    await answer(null, 'stranger@x.test');
    expect((await strays()).sort()).toEqual([names[1], waiting?.path, gone].sort());
  });
});

// Holds mail-58
test('an erased customer is named in no text of the mailbox', async () => {
  await part('Ottokara Sonderbar.csv');
  await receive({ sender: 'ottokara.sonderbar@x.test', subject: 'Me' });
  await receive({ subject: 'For Ottokara Sonderbar', sender_name: 'Sonderbar, Ottokara' });
  await sql('select private.redact_mailbox($1, $2)', [
    agency.organizationId,
    '(ottokara sonderbar|sonderbar, ottokara|ottokara.sonderbar@x.test)',
  ]);
  const { mails, waiting } = await mailboxOf(agency.admin);
  expect(JSON.stringify([mails, waiting])).not.toMatch(/sonderbar/i);
  expect(mails).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { createAccount, importLines } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import {
  ask,
  asService,
  chaseInput,
  chaseOf,
  createDebtor,
  runFollowUps,
  sendMail,
  sendTaken,
  takeOf,
  type Done,
} from '../support/mail';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/mail.md, Asking vendors by mail. */

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await sendMail();
});

interface Chases {
  sends: boolean;
  contact: { name: string | null; email: string } | null;
  chases: { id: string; state: string; follow_ups: number; mail: { state: string; words: string } | null }[];
}

const send = (vendorId: string, more: object = {}, by = agency.admin) =>
  ask(by, 'send_vendor_chase', chaseInput(vendorId, more));
const mailsOf = (chaseId: string | undefined) =>
  sql<{ id: string; chase_number: number; state: string; body: string | null }>(
    'select * from private.outgoing_mails where chase_id = $1 order by chase_number',
    [chaseId],
  );
const conversationOf = (vendorId: string) =>
  sql<{ body: string; author_id: string }>(
    `select body, author_id from public.communications where commentable_id = $1 order by created_at`,
    [vendorId],
  );

// Holds mail-17
test('an e-mail to a vendor waits once, is noted, logged and kept in the conversation', async () => {
  const { vendorId } = await createDebtor(agency);
  const answer = await send(vendorId);
  expect(answer).toMatchObject({ success: true });
  expect(await mailsOf(answer.chase_id)).toMatchObject([
    {
      kind: 'chase',
      to_address: 'commissions@vendor.test',
      from_name: 'Agency',
      reply_to: agency.admin.email,
      state: 'queued',
      chase_number: 0,
      created_by: agency.admin.id,
    },
  ]);
  expect(
    await sql('select commissions_count, asked_by from public.vendor_askings where vendor_id = $1', [
      vendorId,
    ]),
  ).toEqual([{ commissions_count: 1, asked_by: agency.admin.id }]);
  expect(await conversationOf(vendorId)).toEqual([
    {
      author_id: agency.admin.id,
      body: 'E-mail to commissions@vendor.test: Open commission on 1 booking\n\nHello,\n\nplease pay.',
    },
  ]);
  expect(
    await sql(
      `select actor_id, details from private.audit_log where action = 'vendor_mailed' and subject_id = $1`,
      [vendorId],
    ),
  ).toEqual([
    {
      actor_id: agency.admin.id,
      details: {
        to: 'commissions@vendor.test',
        is_vendors: false,
      },
    },
  ]);
});

// Holds mail-18, security-66
test('one intent is one e-mail, however often and at once it is sent', async () => {
  const { vendorId } = await createDebtor(agency);
  const request_key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(vendorId, { request_key })));
  expect(new Set(answers.map(({ chase_id }) => chase_id)).size).toBe(1);
  expect(await mailsOf(answers[0]?.chase_id)).toHaveLength(1);
  expect(await conversationOf(vendorId)).toHaveLength(1);
  const differs = await agency.admin.api.rpc(
    'send_vendor_chase',
    chaseInput(vendorId, { request_key, to_address: 'else@vendor.test' }) as never,
  );
  expect(differs.error?.message).toBe('Saved already as e-mail to commissions@vendor.test.');
});

test.each<[string, object, string | null, string]>([
  ['no address', { to_address: '' }, 'to_address', 'mail_address_expected'],
  ['two addresses', { to_address: 'a@b.test, c@d.test' }, 'to_address', 'mail_address_expected'],
  [
    'a header in the address',
    { to_address: 'a@b.test\r\nBcc: c@d.test' },
    'to_address',
    'mail_address_expected',
  ],
  ['a name before the address', { to_address: 'Eve <a@b.test>' }, 'to_address', 'mail_address_expected'],
  ['a header in the subject', { subject: 'Hello\r\nBcc: c@d.test' }, 'subject', 'mail_subject_expected'],
  ['no subject', { subject: ' ' }, 'subject', 'mail_subject_expected'],
  ['no message', { body: '\u200B' }, 'body', 'mail_body_expected'],
  ['too long a message', { body: 'x'.repeat(20_001) }, 'body', 'mail_body_expected'],
  ['every 2 days', { every_days: 2 }, 'every_days', 'follow_up_days_range'],
  ['every 31 days', { every_days: 31 }, 'every_days', 'follow_up_days_range'],
])('%s is refused at its field', async (_name, more, field, code) => {
  const { vendorId } = await createDebtor(agency);
  expect(await send(vendorId, more)).toMatchObject({ success: false, field, code });
  expect(await sql('select from private.vendor_chases where vendor_id = $1', [vendorId])).toEqual([]);
});

// Holds mail-19
test('agents and other agencies neither ask, nor see, nor stop', async () => {
  const { vendorId } = await createDebtor(agency);
  const { chase_id } = await send(vendorId, { every_days: 7 });
  for (const person of [agency.agent, agency.inactive, other.owner]) {
    expect(await send(vendorId, {}, person)).toMatchObject({ success: false });
    expect(await ask<Chases>(person, 'get_vendor_chases', { vendor_id: vendorId })).toMatchObject({
      contact: null,
      chases: [],
    });
    expect(await ask(person, 'stop_vendor_chase', { chase_id })).toMatchObject({ success: false });
    expect((await person.api.from('communications').select().eq('commentable_id', vendorId)).data).toEqual(
      [],
    );
  }
  expect(await chaseOf(chase_id ?? '')).toMatchObject({ state: 'running' });
});

test('nothing but the service takes, writes, sends or bounces mails', async () => {
  const calls: [string, object][] = [
    ['take_mails', {}],
    ['compose_mail', { mail_id: randomUUID(), claim: randomUUID() }],
    ['hand_over_mail', { mail_id: randomUUID(), claim: randomUUID() }],
    ['mail_sent', { mail_id: randomUUID() }],
    ['mail_failed', { mail_id: randomUUID(), claim: randomUUID(), code: 'x' }],
    ['mail_bounced', { mail_id: randomUUID(), provider_id: 'x', code: 'x' }],
    ['note_mail_provider', { provider: null }],
  ];
  for (const [name, args] of calls)
    expect((await agency.owner.api.rpc(name as never, args as never)).error?.code).toBe('42501');
});

// Holds mail-20
test('where a deposit waits it is asked only by somebody who says so', async () => {
  const { vendorId } = await createDebtor(agency);
  await sql(`update public.vendors set name = 'Lantern Bay Cruises' where id = $1`, [vendorId]);
  const { rows } = await importLines(agency.admin, await createAccount(agency.admin), [
    { line: 1, booked_on: '2026-05-04', amount: '77.77', text: 'LANTERN BAY CRUISES REMIT' },
  ]);
  expect(await send(vendorId, { every_days: 3 })).toMatchObject({ success: false, code: 'deposit_waits' });
  const { chase_id = '' } = await send(vendorId, { every_days: 3, although_deposit_waits: true });
  // Its follow-ups wait for as long as the deposit does.
  await runFollowUps(chase_id);
  expect(await mailsOf(chase_id)).toHaveLength(1);
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'running', follow_ups: 0 });
  const aside = await ask(agency.admin, 'set_aside_bank_transactions', {
    transactions: [{ id: rows[0]?.id, version: rows[0]?.version }],
    category: 'other',
  });
  expect(aside).toMatchObject({ success: true });
  await runFollowUps(chase_id);
  expect(await mailsOf(chase_id)).toHaveLength(2);
});

// Holds mail-21
test('follow-ups say what is still open, and end by themselves when all was paid', async () => {
  const { vendorId, commissions } = await createDebtor(agency, 2);
  const { chase_id = '' } = await send(vendorId, { every_days: 7 });
  for (const mail of await takeOf(agency)) await sendTaken(mail);
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'running', follow_ups: 0 });
  await receive(commissions[0] ?? '');
  await runFollowUps(chase_id);
  // The job runs again and again: the follow-up of a day is one.
  await sql('select private.keep_mail()');
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'running', follow_ups: 1 });
  const [followUp, ...more] = await takeOf(agency);
  if (!followUp) throw new Error('There is no follow-up');
  expect(more).toEqual([]);
  expect(followUp.body).toBeNull();
  expect(await asService('compose_mail', { mail_id: followUp.id, claim: followUp.claim })).toMatchObject({
    kind: 'chase',
    count: 1,
    currency: 'USD',
    bookings: [{ booking_reference: 'OWED-1' }],
  });
  expect(await sendTaken(followUp)).toBe(true);
  expect((await conversationOf(vendorId)).at(-1)?.body).toContain('Still open.');
  expect(await sql('select from public.vendor_askings where vendor_id = $1', [vendorId])).toHaveLength(2);

  await receive(commissions[1] ?? '');
  await runFollowUps(chase_id);
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'paid', follow_ups: 1, next_on: null });
  expect(await mailsOf(chase_id)).toHaveLength(2);
});

// Holds mail-22
test('what was paid after the follow-up was put into the box keeps it from leaving', async () => {
  const { vendorId, commissions } = await createDebtor(agency);
  const { chase_id = '' } = await send(vendorId, { every_days: 7 });
  for (const mail of await takeOf(agency)) await sendTaken(mail);
  await runFollowUps(chase_id);
  await receive(commissions[0] ?? '');
  const [followUp] = await takeOf(agency);
  if (!followUp) throw new Error('There is no follow-up');
  expect(await sendTaken(followUp)).toBe(false);
  expect(await mailsOf(chase_id)).toHaveLength(1);
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'paid', follow_ups: 0 });
});

// Holds mail-23
test('six follow-ups are the most there are', async () => {
  const { vendorId } = await createDebtor(agency);
  const { chase_id = '' } = await send(vendorId, { every_days: 3 });
  for (let n = 0; n < 8; n += 1) {
    for (const mail of await takeOf(agency)) await sendTaken(mail);
    await runFollowUps(chase_id);
  }
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'ended', follow_ups: 6, next_on: null });
  const mails = await mailsOf(chase_id);
  expect(mails.map(({ state }) => state)).toEqual(Array(7).fill('sent'));
  // What comes back of the last one is told, too.
  await asService('mail_bounced', { mail_id: mails.at(-1)?.id, provider_id: 'p', code: 'bounced' });
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'undelivered' });
});

// Holds mail-24
test('stopping keeps what waits from leaving, and who may not ask any more asks no more', async () => {
  const { vendorId } = await createDebtor(agency);
  const { chase_id = '' } = await send(vendorId, { every_days: 7 });
  for (const mail of await takeOf(agency)) await sendTaken(mail);
  await runFollowUps(chase_id);
  expect(await ask(agency.owner, 'stop_vendor_chase', { chase_id })).toMatchObject({ success: true });
  expect(await mailsOf(chase_id)).toHaveLength(1);
  expect(await chaseOf(chase_id)).toMatchObject({ state: 'stopped' });

  const second = await send(vendorId, { every_days: 7 });
  await sql(`update public.users set role = 'agent' where id = $1`, [agency.admin.id]);
  await runFollowUps(second.chase_id ?? '');
  await sql(`update public.users set role = 'admin' where id = $1`, [agency.admin.id]);
  expect(await chaseOf(second.chase_id ?? '')).toMatchObject({ state: 'stopped' });
});

test('asking again takes the place of the follow-ups before', async () => {
  const { vendorId } = await createDebtor(agency);
  const first = await send(vendorId, { every_days: 7 });
  const second = await send(vendorId, { every_days: 5 });
  expect(await chaseOf(first.chase_id ?? '')).toMatchObject({ state: 'stopped' });
  expect(await chaseOf(second.chase_id ?? '')).toMatchObject({ state: 'running' });
});

// Holds mail-25
test('a bounce ends the follow-ups, is shown with its words, and told to who asked: once', async () => {
  const { vendorId } = await createDebtor(agency);
  const { chase_id = '' } = await send(vendorId, { every_days: 7 });
  for (const taken of await takeOf(agency)) await sendTaken(taken);
  const [mail] = await mailsOf(chase_id);
  if (!mail) throw new Error('There is no mail');
  const bounce = () =>
    asService<boolean>('mail_bounced', {
      mail_id: mail.id,
      provider_id: 'p-1',
      code: 'bounced',
      words: '550 5.1.1\r\nNo such user',
    });
  expect((await Promise.all([bounce(), bounce(), bounce()])).filter(Boolean)).toEqual([true]);
  expect(await ask<Chases>(agency.owner, 'get_vendor_chases', { vendor_id: vendorId })).toMatchObject({
    chases: [
      { id: chase_id, state: 'undelivered', mail: { state: 'bounced', words: '550 5.1.1 No such user' } },
    ],
  });
  expect(
    await sql(`select user_id, message from public.notifications where commentable_id = $1`, [vendorId]),
  ).toEqual([
    {
      user_id: agency.admin.id,
      message: 'Your e-mail to Blue Fleet did not reach commissions@vendor.test: 550 5.1.1 No such user.',
    },
  ]);
});

// Holds mail-26
test('whom to ask: the contact for commission, then for accounts, then the vendor, then anybody', async () => {
  const { vendorId } = await createDebtor(agency);
  const contact = async (contacts: object[]) => {
    await sql('update public.vendor_terms set contacts = $2 where vendor_id = $1', [
      vendorId,
      JSON.stringify(contacts),
    ]);
    return (await ask<Chases>(agency.admin, 'get_vendor_chases', { vendor_id: vendorId })).contact;
  };
  const [sales, accounts, commission] = [
    { name: 'Sal', role: 'Sales', email: 'sal@vendor.test' },
    { name: 'Ann', role: 'Accounts payable', email: 'ann@vendor.test' },
    { name: 'Cos', role: 'Agency commissions', email: 'cos@vendor.test' },
  ];
  expect(await contact([sales, accounts, commission])).toEqual({ name: 'Cos', email: 'cos@vendor.test' });
  expect(await contact([sales, accounts])).toEqual({ name: 'Ann', email: 'ann@vendor.test' });
  expect(await contact([sales])).toEqual({ name: null, email: 'office@vendor.test' });
  await sql('update public.vendors set email = null where id = $1', [vendorId]);
  expect(await contact([sales])).toEqual({ name: 'Sal', email: 'sal@vendor.test' });
  expect(await contact([])).toBeNull();
});

// Holds mail-28
test('an installation that sends no mail refuses, and says what remains', async () => {
  const { vendorId } = await createDebtor(agency);
  await asService('note_mail_provider', { provider: null });
  expect(await send(vendorId)).toMatchObject({ success: false, code: 'mail_not_set_up' });
  expect((await ask<Chases>(agency.admin, 'get_vendor_chases')).sends).toBe(false);
  await sendMail();
});

// Holds mail-27
test('an agency asks a hundred times within a day, and no more', async () => {
  const { vendorId } = await createDebtor(other);
  const ok: Done = await send(vendorId, {}, other.admin);
  expect(ok.success).toBe(true);
  await sql(
    `insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body)
     select organization_id, kind, to_address, from_name, reply_to, subject, body
     from private.outgoing_mails, generate_series(1, 99) where chase_id = $1`,
    [ok.chase_id],
  );
  expect(await send(vendorId, {}, other.admin)).toMatchObject({ success: false, code: 'mails_too_many' });
});

// Holds mail-16
test('an erased customer is named in no mail', async () => {
  const { vendorId } = await createDebtor(agency);
  await sql(
    `update public.customers set first_name = 'Wilhelmina', last_name = 'Quastenberg' where id = $1`,
    [agency.customerId],
  );
  const { chase_id } = await send(vendorId, { body: 'OWED-0, Wilhelmina Quastenberg, due May 1: $100' });
  expect(
    await ask(agency.owner, 'erase_customer', {
      customer_id: agency.customerId,
      confirmation: 'Wilhelmina Quastenberg',
    }),
  ).toMatchObject({ success: true });
  const { body } = await sqlOne<{ body: string }>(
    'select body from private.outgoing_mails where chase_id = $1',
    [chase_id],
  );
  expect(body).not.toMatch(/Quastenberg/);
});

async function receive(commission_id: string): Promise<void> {
  const { amount } = await sqlOne<{ amount: number }>(
    'select amount::float8 from public.commissions where id = $1',
    [commission_id],
  );
  const answer = await ask(agency.admin, 'record_receipt', {
    commission_id,
    received_on: '2026-06-01',
    received_amount: amount,
  });
  expect(answer).toMatchObject({ success: true });
}

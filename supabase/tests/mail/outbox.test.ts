import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from '../support/database';
import {
  ask,
  asService,
  chaseInput,
  createDebtor,
  leaveOnly,
  sendMail,
  sendTaken,
  takeOf,
  type TakenMail,
} from '../support/mail';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/mail.md, How a mail leaves. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  await sendMail();
});

/** Mails of the agency that wait. @returns their ids */
async function queue(count: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body, created_by)
     select $1, 'report', 'to@agency.test', 'Agency', 'office@agency.test', 'Subject ' || n, 'Hello', $3
     from generate_series(1, $2::int) n returning id`,
    [agency.organizationId, count, agency.admin.id],
  );
  return rows.map(({ id }) => id);
}
/** What became of a mail; `waits` in tens of seconds, as asking takes a moment. */
const mailOf = (id: string) =>
  sqlOne<{ state: string; attempts: number; code: string | null; words: string | null; waits: number }>(
    `select state, attempts, code, words, 10 * round(extract(epoch from next_try_at - now()) / 10)::int as waits
     from private.outgoing_mails where id = $1`,
    [id],
  );
async function takeOne(): Promise<TakenMail> {
  const [mail] = await takeOf(agency);
  if (!mail) throw new Error('There is no mail');
  return mail;
}

// Holds mail-1
test('many who take at once take each mail once', async () => {
  await leaveOnly(agency);
  const ids = await queue(40);
  const taken = await Promise.all(
    Array.from({ length: 12 }, () => asService<TakenMail[]>('take_mails', { most: 7 })),
  );
  const mine = taken.flat().map(({ id }) => id);
  expect(new Set(mine).size).toBe(mine.length);
  expect(mine.toSorted()).toEqual(ids.toSorted());
  expect(await takeOf(agency)).toEqual([]);
});

// Holds mail-2
test('a claim ends after three minutes, and whoever had it may not send any more', async () => {
  const [id = ''] = await queue(1);
  const first = await takeOne();
  await sql(`update private.outgoing_mails set claimed_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  const second = await takeOne();
  expect(second).toMatchObject({ id, attempts: 2, handed_over_at: null });
  expect(await asService('hand_over_mail', { mail_id: id, claim: first.claim })).toBe(false);
  await asService('mail_failed', { mail_id: id, claim: first.claim, code: 'late', again: false });
  expect(await mailOf(id)).toMatchObject({ state: 'sending' });
  expect(await sendTaken(second)).toBe(true);
  expect(await mailOf(id)).toMatchObject({ state: 'sent' });
});

test('one that was handed over and not heard of again says so', async () => {
  const [id = ''] = await queue(1);
  const { claim } = await takeOne();
  expect(await asService('hand_over_mail', { mail_id: id, claim })).toBe(true);
  await sql(`update private.outgoing_mails set claimed_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  expect(await takeOne()).toMatchObject({ id, handed_over_at: expect.any(String) });
});

test('what was sent is sent, whoever has the claim by then, and stays so', async () => {
  const [id = ''] = await queue(1);
  await takeOne();
  await asService('mail_sent', { mail_id: id, provider_id: 'p-first' });
  await asService('mail_sent', { mail_id: id, provider_id: 'p-second' });
  expect(await sqlOne('select state, provider_id from private.outgoing_mails where id = $1', [id])).toEqual({
    state: 'sent',
    provider_id: 'p-first',
  });
});

// Holds mail-7
test('what time heals is tried again with growing pauses, and failed at last; whoever sent it is told', async () => {
  const [id = ''] = await queue(1);
  const pauses: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const { claim } = await takeOne();
    await asService('hand_over_mail', { mail_id: id, claim });
    await asService('mail_failed', { mail_id: id, claim, code: 'unreachable', words: 'no\r\nroute' });
    const { state, waits } = await mailOf(id);
    if (state === 'queued') pauses.push(waits);
    await sql('update private.outgoing_mails set next_try_at = now() where id = $1', [id]);
  }
  expect(pauses).toEqual([60, 300, 1800, 7200, 21600, 43200]);
  expect(await mailOf(id)).toMatchObject({ state: 'failed', code: 'unreachable', words: 'no route' });
  expect(await sql('select message from public.notifications where user_id = $1', [agency.admin.id])).toEqual(
    [{ message: '“Subject 1” did not reach to@agency.test: no route.' }],
  );
});

// Holds mail-8
test('a provider that asks for a longer pause gets it, a day at most', async () => {
  const [id = ''] = await queue(1);
  for (const [asked, expected] of [
    [900, 900],
    [10_000_000, 86_400],
  ]) {
    const { claim } = await takeOne();
    await asService('mail_failed', { mail_id: id, claim, code: 'too_many', after_seconds: asked });
    expect((await mailOf(id)).waits).toBe(expected);
    await sql('update private.outgoing_mails set next_try_at = now() where id = $1', [id]);
  }
});

test('what is refused for good is not tried again', async () => {
  const [id = ''] = await queue(1);
  const { claim } = await takeOne();
  await asService('mail_failed', {
    mail_id: id,
    claim,
    code: 'refused',
    words: 'Bad address.',
    again: false,
  });
  expect(await mailOf(id)).toMatchObject({ state: 'failed', attempts: 1, words: 'Bad address' });
  expect(await takeOf(agency)).toEqual([]);
});

// Holds mail-9
test('an agency sends 500 mails within a day; the others wait', async () => {
  await sql(`update private.outgoing_mails set state = 'sent', sent_at = now() where id = any ($1)`, [
    await queue(499),
  ]);
  const [one = '', two = ''] = await queue(2);
  const taken = await takeOf(agency);
  expect(taken.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted());
  await asService('mail_sent', { mail_id: one });
  await sql(`update private.outgoing_mails set claimed_until = now() - interval '1 second' where id = $1`, [
    two,
  ]);
  expect(await takeOf(agency)).toEqual([]);
});

test('a bounce of a mail that nobody knows is none of ours', async () => {
  expect(await asService('mail_bounced', { mail_id: randomUUID(), provider_id: 'x', code: 'bounced' })).toBe(
    false,
  );
  // One that waits has not left: nothing of it can have come back.
  const [id = ''] = await queue(1);
  expect(await asService('mail_bounced', { mail_id: id, provider_id: 'x', code: 'bounced' })).toBe(false);
});

// Holds mail-10
test('what is in the box is read by nobody, files are not kept, and mails are forgotten after 90 days', async () => {
  const [id = '', old = ''] = await queue(2);
  for (const person of [agency.owner, agency.agent])
    expect(
      (
        await person.api
          .schema('private' as never)
          .from('outgoing_mails')
          .select()
      ).error,
    ).not.toBeNull();
  const mail = (await takeOf(agency)).find((taken) => taken.id === id);
  await sql(`update private.outgoing_mails set attachment = 'a,b', attachment_name = 'a.csv' where id = $1`, [
    id,
  ]);
  await asService('mail_sent', { mail_id: mail?.id });
  expect(
    await sqlOne('select attachment, attachment_name from private.outgoing_mails where id = $1', [id]),
  ).toEqual({ attachment: null, attachment_name: null });
  await sql(
    `update private.outgoing_mails set state = 'sent', created_at = now() - interval '91 days' where id = $1`,
    [old],
  );
  await sql('select private.keep_mail()');
  expect(
    await sql('select id from private.outgoing_mails where organization_id = $1', [agency.organizationId]),
  ).toEqual([{ id }]);
});

// Holds mail-11
test('what would become a header is one line, whoever writes it', async () => {
  const { vendorId } = await createDebtor(agency);
  await sql(`update public.organizations set name = $2 where id = $1`, [
    agency.organizationId,
    'Evil Bcc: eve@x.test www.evil.test',
  ]);
  const { chase_id } = await ask(agency.admin, 'send_vendor_chase', chaseInput(vendorId));
  expect(
    await sqlOne('select from_name from private.outgoing_mails where chase_id = $1', [chase_id]),
  ).toEqual({ from_name: 'Evil Bcc: eve x test evil test' });
  await expect(
    sql(`update private.outgoing_mails set subject = E'a\\nb' where chase_id = $1`, [chase_id]),
  ).rejects.toThrow('outgoing_mails_headers_one_line');
});

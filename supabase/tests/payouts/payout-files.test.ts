import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { ACCOUNT, pay, SENDER, type Done } from '../support/payouts';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const save = (person: Person, details: object) => ask<Done>(person, 'save_bank_details', { details });
const saveSender = (person: Person, details: object = SENDER) =>
  ask<Done>(person, 'save_payout_account', { details });
const request = (person: Person, id: string, format?: string) =>
  ask<string>(person, 'request_payment_file', { batch_id: id, ...(format && { format }) });
const read = (person: Person, id: string) =>
  ask<{
    payments: { agent_id: string; amount: number; numbers: { account_number: string } }[];
    left: { agent_id: string; amount: number; reason: string }[];
    sender: { company_id: string };
    made_at: string;
    number: number;
  }>(person, 'read_payment_file', { disclosure_id: id });
const IBAN = { kind: 'iban', holder_name: 'Agent', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' };

/** An approved payout of the agent and the rival, 60 and 80. */
async function approved() {
  await agency.sale({ reference: 'FILE-1', paid: true });
  await agency.sale({ agent: agency.rival, reference: 'FILE-2', paid: true });
  const id = await agency.payout({ approved: true });
  return id;
}

test.each([
  [{ ...ACCOUNT, holder_name: ' ' }, 'holder_name'],
  [{ ...ACCOUNT, holder_name: 'x'.repeat(71) }, 'holder_name'],
  [{ ...ACCOUNT, routing_number: '021000022' }, 'routing_number'],
  [{ ...ACCOUNT, routing_number: '000000000' }, 'routing_number'],
  [{ ...ACCOUNT, account_number: '123' }, 'account_number'],
  [{ ...ACCOUNT, account_number: '1234;DROP' }, 'account_number'],
  [{ ...ACCOUNT, account_type: 'gold' }, 'account_type'],
  [{ ...IBAN, iban: 'DE89370400440532013001' }, 'iban'],
  [{ ...IBAN, bic: 'X' }, 'bic'],
  [{ ...ACCOUNT, kind: 'paypal' }, 'kind'],
  ['nonsense', 'kind'],
])('refuses %j at %s, without repeating it', async (details, field) => {
  const answer = await save(agency.agent, details as object);
  expect(answer).toMatchObject({ success: false });
  expect(['nonsense', field]).toContain(typeof details === 'string' ? 'nonsense' : answer.field);
  expect(JSON.stringify(answer)).not.toContain('7788996613');
  expect(
    await sql('select 1 from private.bank_details where organization_id = $1', [agency.organizationId]),
  ).toEqual([]);
});

// Holds security-21
test('details are kept encrypted, shown by their end, and admins hear of a change', async () => {
  expect(await save(agency.agent, ACCOUNT)).toMatchObject({ success: true });
  const [row] = await sql<{ text: string }>(
    `select d::text || encode(d.numbers_encrypted, 'escape') as text from private.bank_details d where agent_id = $1`,
    [agency.agent.id],
  );
  for (const number of [ACCOUNT.account_number, ACCOUNT.routing_number])
    expect(row?.text).not.toContain(number);
  expect(await ask(agency.agent, 'get_my_payouts')).toMatchObject({
    account: { kind: 'us', last_four: '6613' },
  });
  expect(await ask(agency.rival, 'get_my_payouts')).toMatchObject({ account: null });
  for (const admin of [agency.admin, agency.owner])
    expect(
      await sql(`select 1 from public.notifications where user_id = $1 and type = 'security'`, [admin.id]),
    ).toHaveLength(1);
  await save(agency.agent, { ...ACCOUNT, account_number: '4417' });
  // Of a number of four characters two are shown.
  expect(await ask(agency.agent, 'get_my_payouts')).toMatchObject({ account: { last_four: '17' } });
  await ask(agency.agent, 'delete_bank_details');
  expect(await ask(agency.agent, 'get_my_payouts')).toMatchObject({ account: null });
});

test('only an owner says from which account payouts are paid', async () => {
  for (const person of [agency.admin, agency.agent, agency.inactive])
    expect(await saveSender(person)).toMatchObject({ success: false });
  expect(await saveSender(agency.owner)).toMatchObject({ success: true });
  expect(await ask(agency.admin, 'get_payout', { batch_id: await approved() })).toMatchObject({
    sender: { last_four: '4410' },
  });
});

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
  'in %s the file carries the day and minute there, and which file of that day it is',
  async (zone) => {
    const id = await approved();
    await saveSender(agency.owner);
    const { error } = await agency.owner.api
      .from('organizations')
      .update({ time_zone: zone })
      .eq('id', agency.organizationId);
    expect(error).toBeNull();
    for (const number of [1, 2, 3]) {
      const { there } = await sqlOne<{ there: string }>(
        `select to_char(now() at time zone $1, 'YYYY-MM-DD"T"HH24:MI') as there`,
        [zone],
      );
      const file = await read(agency.admin, await request(agency.admin, id));
      expect(file.number).toBe(number);
      expect(Math.abs(Date.parse(file.made_at) - Date.parse(there))).toBeLessThanOrEqual(60_000);
    }
    // Which it is belongs to the request, in whatever order they are read.
    const [fourth, fifth] = [await request(agency.admin, id), await request(agency.owner, id)];
    expect((await read(agency.owner, fifth)).number).toBe(5);
    expect((await read(agency.admin, fourth)).number).toBe(4);
  },
);

// Holds security-22
test('the file is told once, in a second call, to who asked, and it is written down before', async () => {
  const id = await approved();
  await expect(request(agency.admin, id)).rejects.toThrow('An owner has to say first');
  await saveSender(agency.owner);
  await save(agency.agent, ACCOUNT);
  await save(agency.rival, IBAN);
  const disclosure = await request(agency.admin, id);
  expect(
    await sql(
      `select actor_id from private.audit_log where organization_id = $1 and action = 'payment_file_requested'`,
      [agency.organizationId],
    ),
  ).toEqual([{ actor_id: agency.admin.id }]);
  for (const person of [agency.owner, agency.agent]) await expect(read(person, disclosure)).rejects.toThrow();
  const file = await read(agency.admin, disclosure);
  expect(file.payments).toMatchObject([
    { agent_id: agency.agent.id, amount: 60, numbers: { account_number: '7788996613' } },
  ]);
  expect(file.left).toMatchObject([
    { agent_id: agency.rival.id, amount: 80, reason: 'An account of another kind' },
  ]);
  expect(file.sender.company_id).toBe('123456789');
  await expect(read(agency.admin, disclosure)).rejects.toThrow('This can be read once');
});

// Holds security-25
test('a file after the payment pays nobody whom the statement does not pay so', async () => {
  await saveSender(agency.owner);
  await save(agency.agent, ACCOUNT);
  const id = await approved();
  await pay(agency.admin, id, randomUUID());
  const reasons = async () =>
    (await read(agency.admin, await request(agency.admin, id))).left.map(({ agent_id: agent, reason }) => [
      agent === agency.agent.id ? 'agent' : 'rival',
      reason,
    ]);
  expect(await reasons()).toEqual([['rival', 'Paid by check']]);
  // The rival gives details now, the agent others: neither is paid by this file.
  await save(agency.rival, ACCOUNT);
  await save(agency.agent, { ...ACCOUNT, account_number: '111122223333' });
  expect((await reasons()).sort()).toEqual([
    ['agent', 'The bank details changed after this payout was paid'],
    ['rival', 'Paid by check'],
  ]);
});

// Holds payouts-96
test('where checks are not usual, who has no account is paid by a transfer, which no later file repeats', async () => {
  await sql(`update public.organizations set currency = 'EUR' where id = $1`, [agency.organizationId]);
  await saveSender(agency.owner, IBAN);
  await save(agency.agent, IBAN);
  const id = await approved();
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
  await save(agency.rival, IBAN);
  const file = await read(agency.admin, await request(agency.admin, id));
  expect(file.payments.map(({ agent_id: agent }) => agent)).toEqual([agency.agent.id]);
  expect(file.left).toMatchObject([
    { agent_id: agency.rival.id, amount: 80, reason: 'Paid by a transfer outside the file' },
  ]);
  expect(
    await sql(`select distinct payment_method from public.agent_payments where organization_id = $1`, [
      agency.organizationId,
    ]),
  ).toEqual([{ payment_method: 'bank_transfer' }]);
});

// Holds payouts-97
test('a payout names the file that was asked for last since it was approved: which, when and by whom', async () => {
  await saveSender(agency.owner);
  const id = await approved();
  const fileOf = async () =>
    (await ask<{ payout: { file: unknown } }>(agency.admin, 'get_payout', { batch_id: id })).payout.file;
  expect(await fileOf()).toBeNull();
  await expect(request(agency.admin, id, 'mt101')).rejects.toThrow('There is no such payment file.');
  expect(await fileOf()).toBeNull();
  // As a remote of before asks.
  await request(agency.admin, id);
  expect(await fileOf()).toMatchObject({ format: null });
  await request(agency.owner, id, 'csv');
  const [owner] = await sql<{ name: string }>(
    `select first_name || ' ' || last_name as name from public.users where id = $1`,
    [agency.owner.id],
  );
  expect(await fileOf()).toEqual({ format: 'csv', at: expect.any(String) as string, by: owner?.name });
});

test('who is no admin any more, or of another agency, reads no file they asked for', async () => {
  const other = await createTestAgency();
  const id = await approved();
  await saveSender(agency.owner);
  await expect(request(other.admin, id)).rejects.toThrow('A payment file is made for an approved payout.');
  const disclosure = await request(agency.admin, id);
  await sql(`update public.users set role = 'agent' where id = $1`, [agency.admin.id]);
  await expect(read(agency.admin, disclosure)).rejects.toThrow();
});

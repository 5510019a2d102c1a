import { randomUUID } from 'node:crypto';
import { backend } from '../support/backend';
import { sql } from '../support/database';
import { confirmed, giveFactor, refusalOf, tokenSaying, withCode } from '../support/second-factor';
import { createSale } from '../support/sales';
import { createMember, createTestAgency, type Api, type TestAgency } from '../support/test-agency';

/** What asks for a code of the last 15 minutes, with arguments where what is refused before would hide it. */
const ACTS: Readonly<Record<string, (agency: TestAgency) => Promise<object>>> = {
  add_payout_adjustment: none,
  add_webhook_endpoint: none,
  apply_terms_again: none,
  ask_agency_deletion: none,
  begin_bank_connection: none,
  begin_second_factor_reset: async (agency) => {
    const member = await createMember(agency.organizationId, 'agent');
    await giveFactor(member);
    return { p_member_id: member.id };
  },
  change_webhook_endpoint: none,
  close_books: none,
  create_api_key: none,
  delete_bank_details: none,
  delete_payout_adjustment: none,
  disconnect_bank_connection: none,
  export_commissions: none,
  export_customer_data: none,
  export_customers: none,
  export_journal: none,
  export_sales: none,
  export_team: none,
  export_vendors: none,
  make_recovery_codes: none,
  open_agency_export: none,
  open_journal_export: none,
  pay_payout: none,
  record_agent_payment: none,
  record_share_payment: none,
  renew_invitation: none,
  renew_mailbox_token: none,
  reopen_books: none,
  request_audit_log: none,
  request_payment_file: none,
  request_tax_file: none,
  request_tax_number: none,
  reveal_passport: none,
  rotate_webhook_secret: none,
  save_agreement: none,
  save_bank_details: none,
  save_payout_account: none,
  save_tax_details: none,
  set_member_active: () => Promise.resolve({ active: true }),
  set_member_role: async (agency) => ({
    member_id: (await createMember(agency.organizationId, 'agent')).id,
    role: 'admin',
  }),
  set_member_split: none,
  set_second_factor_policy: () => Promise.resolve({ p_policy: 'admins' }),
  start_agency_export: none,
  transfer_ownership: none,
  void_agent_payment: none,
  void_statement_payment: none,
};

function none(): Promise<object> {
  return Promise.resolve({});
}

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
  await giveFactor(agency.owner);
});

interface Act {
  name: string;
  args: string[];
}

/** Every function people may ask whose body asks for a code again. */
const inCatalogue = () =>
  sql<Act>(
    `select p.proname as name, coalesce(p.proargnames[:p.pronargs], '{}') as args from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'private\\.require_step_up\\(\\)' order by 1`,
  );

// Holds tenancy-14
test('every act that asks again stands here, and every act here asks again', async () => {
  expect((await inCatalogue()).map(({ name }) => name)).toEqual(Object.keys(ACTS));
});

async function askAll(clientOf: () => Promise<Api>): Promise<Record<string, string | null>> {
  const answers: Record<string, string | null> = {};
  for (const { name, args } of await inCatalogue()) {
    const given = {
      ...Object.fromEntries(args.map((arg) => [arg, null])),
      ...(await ACTS[name]?.(agency)),
    };
    answers[name] = refusalOf(await (await clientOf()).rpc(name as never, given as never));
  }
  return answers;
}

const all = (code: string) => Object.fromEntries(Object.keys(ACTS).map((name) => [name, code]));

test('none of them passes with the password alone', async () => {
  expect(await askAll(() => Promise.resolve(agency.owner.api))).toEqual(all('second_factor_expected'));
});

// Holds security-48
test('nor with a code of 16 minutes ago', async () => {
  expect(await askAll(() => withCode(agency.owner, 16))).toEqual(all('step_up_required'));
});

test('all of them let a code of now pass, and one of 14 minutes ago', async () => {
  for (const minutes of [0, 14]) {
    const refused = Object.entries(await askAll(() => withCode(agency.owner, minutes))).filter(
      ([, code]) => code === 'step_up_required' || code === 'second_factor_expected',
    );
    expect(refused).toEqual([]);
  }
});

// Holds security-55
test.each<[string, object]>([
  ['no amr', { aal: 'aal2' }],
  ['an amr that is no list', { aal: 'aal2', amr: 'totp' }],
  ['methods without their time', { aal: 'aal2', amr: ['totp', { method: 'totp' }] }],
  ['a time that is a text', { aal: 'aal2', amr: [{ method: 'totp', timestamp: `${Date.now() / 1000}` }] }],
  [
    'a time in days to come',
    { aal: 'aal2', amr: [{ method: 'totp', timestamp: Date.now() / 1000 + 86_400 }] },
  ],
  ['a password of now', { aal: 'aal2', amr: [{ method: 'password', timestamp: Date.now() / 1000 }] }],
])('a token with %s has no code of now', async (_name, claims) => {
  const response = await fetch(`${backend.apiUrl}/rest/v1/rpc/close_books`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${await tokenSaying(agency.owner, claims)}`,
      'content-type': 'application/json',
    },
    body: '{"through": null}',
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('step_up_required');
});

test('a code of now without the claim of its level is none', async () => {
  const { amr } = confirmed(0);
  const token = await tokenSaying(agency.owner, { aal: 'aal1', amr });
  const { status } = await fetch(`${backend.apiUrl}/rest/v1/organizations?select=id`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
  });
  expect(status).toBe(400);
});

const update = async (client: Api, change: object) =>
  (
    await client
      .from('organizations')
      .update(change as never)
      .eq('id', agency.organizationId)
      .select('id')
  ).error;

// Holds security-51
test.each<[string, object, object]>([
  ['switching the second approval off', { payout_second_approval: true }, { payout_second_approval: false }],
  ['another split of the agency', { default_commission_split: 60 }, { default_commission_split: 61 }],
])('%s asks for a code of now, the other settings do not', async (_name, before, change) => {
  const old = await withCode(agency.owner, 16);
  const now = await withCode(agency.owner, 0);
  expect(await update(now, before)).toBeNull();
  expect((await update(old, change))?.details).toContain('step_up_required');
  expect(await update(old, { ...before, phone: '+1 555 0100' })).toBeNull();
  expect(await update(now, change)).toBeNull();
});

test('switching the second approval on does not ask', async () => {
  expect(await update(await withCode(agency.owner, 0), { payout_second_approval: false })).toBeNull();
  expect(await update(await withCode(agency.owner, 16), { payout_second_approval: true })).toBeNull();
});

// Holds tenancy-15
test('closing an account does not ask, opening it again does', async () => {
  const member = await createMember(agency.organizationId, 'agent');
  const old = await withCode(agency.owner, 16);
  const set = async (active: boolean) =>
    refusalOf(await old.rpc('set_member_active', { member_id: member.id, active }));
  expect(await set(false)).toBeNull();
  expect(await set(true)).toBe('step_up_required');
});

// Holds security-52
test('who earns a sale changes only by a code of now, whoever does it and however', async () => {
  const [one, other] = [
    await createMember(agency.organizationId, 'agent'),
    await createMember(agency.organizationId, 'agent'),
  ];
  const { id } = await createSale(one, agency);
  const [old, now] = [await withCode(agency.owner, 16), await withCode(agency.owner, 0)];
  const changes = [
    { agent_id: other.id },
    { co_sellers: [{ user_id: agency.agent.id, role: 'co_seller', percent: 40 }] },
    { co_sellers: [] },
  ];
  for (const change of changes) {
    const set = async (client: Api) =>
      (
        await client
          .from('sales')
          .update(change as never)
          .eq('id', id)
          .select('id')
      ).error;
    expect((await set(old))?.details).toContain('step_up_required');
    expect(await set(now)).toBeNull();
  }
  expect(
    (await old.from('sales').update({ notes: 'Window seats' }).eq('id', id).select('id')).error,
  ).toBeNull();
  const give = { member_id: other.id, active: false, reassign_to: one.id };
  expect(refusalOf(await old.rpc('set_member_active', give))).toBe('step_up_required');
  expect(refusalOf(await now.rpc('set_member_active', give))).toBeNull();
});

test('an invitation with another split than the agency’s asks for a code of now', async () => {
  const old = await withCode(agency.owner, 16);
  const ask = async (commission_split?: number) =>
    refusalOf(
      await old.rpc('create_invitation', {
        email: `${randomUUID()}@example.com`,
        role: 'agent',
        ...(commission_split === undefined ? {} : { commission_split }),
      }),
    );
  expect([await ask(), await ask(100)]).toEqual([null, 'step_up_required']);
});

// Holds tenancy-16
test('an agent exports their own sales and customers without being asked', async () => {
  const agent = await createMember(agency.organizationId, 'agent');
  await giveFactor(agent);
  const old = await withCode(agent, 16);
  expect(refusalOf(await old.rpc('export_sales'))).toBeNull();
  expect(refusalOf(await old.rpc('export_customers'))).toBeNull();
  expect(refusalOf(await old.rpc('export_commissions'))).toBeNull();
  expect(refusalOf(await old.rpc('export_team'))).toBeNull();
});

// Holds tenancy-17
test('somebody without a second factor, whose agency asks for none, is not asked', async () => {
  const { owner } = await createTestAgency();
  expect(refusalOf(await owner.api.rpc('renew_mailbox_token'))).not.toBe('step_up_required');
  expect(refusalOf(await owner.api.rpc('make_recovery_codes'))).toBe('recovery_codes_need_a_factor');
});

import * as v from 'valibot';
import { LINE_KINDS } from '../../../shared/src/domain/sale-lines';
import { VENDOR_CATEGORIES } from '../../../shared/src/domain/vendor-terms';
import { OPERATIONS, SCOPES, type Operation, type Scope } from '../../functions/_shared/api/operations';
import { saleWithParts } from '../../functions/_shared/api/sales';
import { vendor } from '../../functions/_shared/api/vendors';
import { makeKey, runAs, type ApiInput, type MadeKey } from '../support/api-keys';
import { createAccount, importLines } from '../support/bank';
import { exportsOf } from '../support/contract';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Two agencies with a record of every kind, and keys of the first. */
interface World {
  agency: TestAgency;
  key: MadeKey;
  ids: Record<string, string>;
}
let ours: World;
let theirs: World;

async function worldOf(): Promise<World> {
  const agency = await createTestAgency();
  const { id: saleId, commissionId } = await agency.sale({ by: agency.admin });
  const accountId = await createAccount(agency.admin);
  const { rows } = await importLines(agency.admin, accountId, [
    { line: 1, booked_on: '2026-03-02', amount: '120.00', text: 'BLUE FLEET COMMISSION' },
  ]);
  const payoutId = await agency.payout();
  const ids = {
    '/sales': saleId,
    '/customers': agency.customerId,
    '/vendors': agency.vendorId,
    '/commissions': commissionId,
    '/payouts': payoutId,
    '/bank/transactions': (rows[0] as { id: string }).id,
    account: accountId,
  };
  return { agency, key: await makeKey(agency), ids };
}

beforeAll(async () => {
  ours = await worldOf();
  theirs = await worldOf();
});

const idOf = (operation: Operation, { ids }: World): string | undefined =>
  operation.path.includes('{id}') ? ids[operation.path.replace(/\/\{id\}.*/, '')] : undefined;

/** What an operation that writes is sent, about the records of a world. */
const bodyOf = (operation: Operation, { agency, ids }: World): object | undefined =>
  ({
    create_sale: {
      customer_id: agency.customerId,
      vendor_id: agency.vendorId,
      agent_id: agency.agent.id,
      booking_reference: 'API-1',
      total_amount: '1000.00',
      commission_rate: '10',
    },
    update_sale: { booking_reference: 'API-2' },
    create_customer: { first_name: 'Ada', last_name: 'Lovelace', tags: ['api'] },
    update_customer: { city: 'London' },
    create_vendor: { name: 'Star Line' },
    update_vendor: { website: 'https://star.example' },
    record_receipt: { received_on: '2026-03-03', received_amount: '1.00' },
    import_bank_transactions: {
      account_id: ids['account'],
      lines: [{ booked_on: '2026-03-04', amount: '12.00', text: 'ONE' }],
    },
  })[operation.id];

const versionOf = async (operation: Operation, id: string | undefined): Promise<number | undefined> =>
  operation.matched
    ? (
        await sqlOne<{ version: number }>(
          `select version from public.${operation.path.split('/')[1] ?? ''} where id = $1`,
          [id],
        )
      ).version
    : undefined;

async function inputOf(operation: Operation, world: World): Promise<ApiInput> {
  const id = idOf(operation, world);
  return JSON.parse(
    JSON.stringify({ id, body: bodyOf(operation, world), version: await versionOf(operation, id) }),
  ) as ApiInput;
}

const scopeFor = (operation: Operation): Scope => operation.scope;
const letsIn = (scope: Scope, needed: Scope) =>
  scope === needed || scope === needed.replace(':read', ':write');

test('the database knows the same operations and scopes as the table of them', async () => {
  const rows = await sql<{ id: string; scope: string }>(
    'select o as id, private.api_scope(o) as scope from unnest($1::text[]) o',
    [OPERATIONS.map(({ id }) => id)],
  );
  expect(rows).toEqual(OPERATIONS.map(({ id, scope }) => ({ id, scope })));
  expect((await sqlOne<{ scopes: string[] }>('select private.api_scopes() as scopes')).scopes).toEqual([
    ...SCOPES,
  ]);
});

test('the page offers the scopes that the API knows, and a key can have each of them and no other', async () => {
  const page = exportsOf<{ SCOPES: readonly string[] }>('mf-commissions/src/integrations/scopes.ts');
  expect(page.SCOPES).toEqual([...SCOPES]);
  const { known } = await sqlOne<{ known: string }>(
    `select pg_get_constraintdef(oid) as known from pg_constraint where conname = 'api_keys_scopes_known'`,
  );
  expect(known).toContain('scopes <@ private.api_scopes()');
});

test('the API knows the kinds of vendors and of lines that forms offer', () => {
  expect([...vendor.entries.category.options].sort()).toEqual([...VENDOR_CATEGORIES].sort());
  expect([...saleWithParts.entries.lines.item.entries.kind.options].sort()).toEqual([...LINE_KINDS].sort());
});

// Holds integrations-12, security-137
test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  '%s: only with its scope, only of the own agency, and answers what its schema says',
  async (_id, operation) => {
    const input = await inputOf(operation, ours);
    for (const scope of SCOPES.filter((each) => !letsIn(each, scopeFor(operation)))) {
      const { id } = await keyOf(scope);
      expect({ scope, ...(await runAs(id, operation.id, input)) }).toMatchObject({
        scope,
        answer: null,
        code: 'api_scope_missing',
      });
    }
    if (input.id) {
      const foreign = await runAs(ours.key.id, operation.id, { ...input, id: idOf(operation, theirs) ?? '' });
      const unknown = await runAs(ours.key.id, operation.id, {
        ...input,
        id: '11111111-1111-4111-8111-111111111111',
      });
      expect(foreign).toEqual({ answer: null, replayed: false, code: 'api_record_not_found' });
      expect(unknown).toEqual(foreign);
    }
    const fit = SCOPES.filter((each) => letsIn(each, scopeFor(operation)));
    const { id: fitting } = await keyOf(fit.at(-1) ?? 'sales:read');
    const { answer, code } = await runAs(fitting, operation.id, input);
    expect(code).toBeNull();
    const { issues } = v.safeParse(operation.answer, answer);
    expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain(theirs.agency.organizationId);
    if (operation.method === 'GET' && !input.id) {
      const ids = (answer as { data: { id: string }[] }).data.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of Object.values(theirs.ids)) expect(ids).not.toContain(id);
    }
  },
);

const keys = new Map<Scope, Promise<MadeKey>>();
function keyOf(scope: Scope): Promise<MadeKey> {
  const known = keys.get(scope) ?? makeKey(ours.agency, [scope]);
  keys.set(scope, known);
  return known;
}

const sharer = (user_id: string) => ({ user_id, role: 'co_seller', percent: '10' });

test('what is written names records of the own agency alone, as ids that there are none', async () => {
  const foreign: [string, object][] = [
    ['customer_id', { customer_id: theirs.agency.customerId }],
    ['vendor_id', { vendor_id: theirs.agency.vendorId }],
    ['agent_id', { agent_id: theirs.agency.agent.id }],
    ['traveler_ids', { traveler_ids: [theirs.agency.customerId] }],
    ['co_sellers', { co_sellers: [sharer(theirs.agency.agent.id)] }],
  ];
  const create = OPERATIONS.find(({ id }) => id === 'create_sale') as Operation;
  for (const [field, words] of foreign) {
    const asked = (body: object) =>
      runAs(ours.key.id, 'create_sale', {
        body: { ...bodyOf(create, ours), booking_reference: 'FOREIGN', ...body },
      });
    const { code } = await asked(words);
    const nobody = '11111111-1111-4111-8111-111111111111';
    expect({ field, words, code }).not.toEqual({ field, words, code: null });
    const unknown = { traveler_ids: [nobody], co_sellers: [sharer(nobody)] }[field] ?? nobody;
    expect({ field, code: (await asked({ [field]: unknown })).code }).toEqual({ field, code });
  }
  // Nor a program, be it the one that asks or another one.
  for (const agent_id of [ours.key.id, (await makeKey(ours.agency)).id]) {
    const body = { ...bodyOf(create, ours), booking_reference: 'FOREIGN', agent_id };
    expect((await runAs(ours.key.id, 'create_sale', { body })).code).toBe('sale_field_missing');
  }
  const account = await runAs(ours.key.id, 'import_bank_transactions', {
    body: {
      account_id: theirs.ids['account'],
      lines: [{ booked_on: '2026-03-04', amount: '12.00', text: 'ONE' }],
    },
  });
  expect(account.code).toBe('file_account_missing');
  expect(await sql(`select 1 from public.sales where booking_reference = 'FOREIGN'`)).toEqual([]);
});

test('a transaction that reads cannot write, whatever it calls', async () => {
  const { mode } = await sqlOne<{ mode: string }>(
    `with become as materialized (select public.become_api_key($1, 'list_sales'))
     select current_setting('transaction_read_only') as mode from become`,
    [ours.key.id],
  );
  expect(mode).toBe('on');
});

// Holds integrations-13, security-138
test('what approves, pays, opens or exports is refused to a key, even in its own transaction', async () => {
  const acts = await sql<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
     and p.prosrc ~ 'private\\.require_step_up\\(\\)' order by 1`,
  );
  expect(acts.length).toBeGreaterThan(20);
  await expect(
    sql(
      `with become as materialized (select public.become_api_key($1, 'create_sale'))
       select private.require_step_up() from become`,
      [ours.key.id],
    ),
  ).rejects.toThrow('A program cannot do this.');
});

// Holds integrations-14
test('histories say which key did it, and people are told as of anybody', async () => {
  const named = await makeKey(ours.agency);
  const create = OPERATIONS.find(({ id }) => id === 'create_sale') as Operation;
  const body = { ...bodyOf(create, ours), booking_reference: 'BY-A-PROGRAM' };
  const { answer } = await runAs(named.id, 'create_sale', { body });
  expect(await sql('select created_by from public.sales where id = $1', [answer?.['id']])).toEqual([
    { created_by: named.id },
  ]);
  const { id, version } = answer as { id: string; version: number };
  await runAs(named.id, 'update_sale', { id, version, body: { status: 'paid' } });
  expect(await sql('select distinct changed_by from public.sales_history where sales_id = $1', [id])).toEqual(
    [{ changed_by: named.id }],
  );
  expect(
    await sql(`select user_id from public.notifications where commentable_id = $1 and type = 'assignment'`, [
      id,
    ]),
  ).toEqual([{ user_id: ours.agency.agent.id }]);
});

// Holds integrations-23
test('pages by cursors meet every record once, the newest first, while others are added', async () => {
  const agency = await createTestAgency();
  const key = await makeKey(agency, ['customers:read']);
  await sql(
    `insert into public.customers (organization_id, first_name, last_name, created_at)
     select $1, 'C' || n, 'Page', timestamptz '2026-01-01' + n / 3 * interval '1 second' from generate_series(1, 25) n`,
    [agency.organizationId],
  );
  const met: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: '7', ...(cursor && { cursor }) };
    const { answer } = await runAs(key.id, 'list_customers', { query });
    const page = answer as { data: { id: string }[]; next_cursor: string | null };
    met.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
    await sql(
      `insert into public.customers (organization_id, first_name, last_name) values ($1, 'New', 'Comer')`,
      [agency.organizationId],
    );
  } while (cursor);
  const all = await sql<{ id: string }>(
    `select id from public.customers where organization_id = $1 and first_name <> 'New' order by created_at desc, id`,
    [agency.organizationId],
  );
  expect(met).toEqual(all.map(({ id }) => id));
});

// Holds integrations-40
test('the same request writes once; with another content its key is refused', async () => {
  const request_key = '0b0a9d0f-9e0a-4a53-8f4c-3a8a8f0f9a01';
  const body = { first_name: 'Once', last_name: 'Only' };
  const asked = await Promise.all(
    [1, 2, 3].map(() => runAs(ours.key.id, 'create_customer', { body, request_key })),
  );
  expect(new Set(asked.map(({ answer }) => answer?.['id'])).size).toBe(1);
  expect(asked.map(({ replayed }) => replayed).sort()).toEqual([false, true, true]);
  expect(
    await runAs(ours.key.id, 'create_customer', { body: { ...body, city: null }, request_key }),
  ).toMatchObject({
    code: 'saved_already',
  });
  expect(await runAs(ours.key.id, 'create_vendor', { body: { name: 'Other' }, request_key })).toMatchObject({
    code: 'saved_already',
  });
  // The key of another program is another key.
  const second = await makeKey(ours.agency);
  expect(await runAs(second.id, 'create_customer', { body, request_key })).toMatchObject({
    code: null,
    replayed: false,
  });
});

test('a change of a record that was changed meanwhile is refused, and writes nothing', async () => {
  const id = ours.agency.customerId;
  const { version } = await sqlOne<{ version: number }>(
    'select version from public.customers where id = $1',
    [id],
  );
  expect(
    (await runAs(ours.key.id, 'update_customer', { id, version, body: { city: 'Rome' } })).code,
  ).toBeNull();
  expect((await runAs(ours.key.id, 'update_customer', { id, version, body: { city: 'Pisa' } })).code).toBe(
    'record_changed',
  );
  expect(await sql('select city from public.customers where id = $1', [id])).toEqual([{ city: 'Rome' }]);
});

import { ask, createAccount, fillBank } from '../support/bank';
import {
  begin,
  connectAccount,
  dayFromToday,
  fillConnection,
  linesOf,
  makeDue,
  offered,
  SECRET,
  serve,
  sync,
  take,
} from '../support/bank-connections';
import { sql, sqlOne } from '../support/database';
import { api, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
let connection: string;
let account: string;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  account = await createAccount(agency.admin);
  connection = await connectAccount(agency.admin, account);
});

const lines = [{ id: '1', booked_on: dayFromToday(-2), amount: '10.00', text: 'ACME' }];

/** What only functions may call, about things of the agency. */
const served = (): [string, object][] => {
  const whose = { connection_id: connection, user_id: agency.admin.id };
  return [
    [
      'keep_bank_connection',
      { ...whose, secret: 'x', label: 'x', expires_at: null, accounts: offered(['A']) },
    ],
    ['keep_bank_connection_draft', { ...whose, secret: 'x' }],
    ['bank_connection_secret', whose],
    ['take_bank_sync', { connection_id: connection }],
    ['take_bank_sync', {}],
    ['bring_bank_lines', { sync_id: crypto.randomUUID(), accounts: [], words: [] }],
    ['fail_bank_sync', { sync_id: crypto.randomUUID(), code: 'slow', words: 'x' }],
    ['match_brought_lines', { import_id: crypto.randomUUID() }],
  ];
};

test('nobody signed in may call what functions call, an owner neither', async () => {
  await makeDue(connection);
  for (const person of [agency.owner, agency.admin, agency.agent, agency.inactive, other.owner])
    for (const [name, args] of served())
      await expect(ask(person, name, args)).rejects.toThrow(`42501: permission denied for function ${name}`);
  for (const [name, args] of served()) {
    const { error } = await api().rpc(name as never, args as never);
    expect(error?.code).toBe('42501');
  }
  expect(await sqlOne('select state from public.bank_connections where id = $1', [connection])).toEqual({
    state: 'connected',
  });
});

test('a function that is told the ids of two agencies keeps nothing', async () => {
  const { connection_id: begun } = await ask<{ connection_id: string }>(
    agency.admin,
    'begin_bank_connection',
    { provider: 'simplefin' },
  );
  await serve('keep_bank_connection_draft', {
    connection_id: begun,
    user_id: agency.admin.id,
    secret: 'state-of-agency',
  });
  for (const user of [other.owner, other.admin, agency.agent, agency.inactive, { id: crypto.randomUUID() }]) {
    const whose = { connection_id: begun, user_id: user.id };
    expect(await serve('bank_connection_secret', whose)).toBeNull();
    for (const [name, more] of [
      ['keep_bank_connection_draft', { secret: 'theirs' }],
      ['keep_bank_connection', { secret: 'theirs', label: 'x', expires_at: null, accounts: offered(['A']) }],
    ] as const)
      expect(await serve(name, { ...whose, ...more })).toMatchObject({
        success: false,
        code: 'connection_not_begun',
      });
  }
  expect(
    await serve('bank_connection_secret', { connection_id: begun, user_id: agency.admin.id }),
  ).toMatchObject({
    secret: 'state-of-agency',
  });
});

test('a claim is kept once: the same token claimed twice does not replace the secret', async () => {
  const id = await begin(agency.admin, ['R']);
  expect(
    await serve('keep_bank_connection', {
      connection_id: id,
      user_id: agency.admin.id,
      secret: 'replayed',
      label: 'x',
      expires_at: null,
      accounts: offered(['R']),
    }),
  ).toMatchObject({ success: false, code: 'connection_not_begun' });
});

test('an account of another agency is linked to nothing, and an answer brings nothing to accounts it does not have', async () => {
  const theirs = await createAccount(other.admin);
  const id = await begin(agency.admin, ['B']);
  expect(
    await ask(agency.admin, 'link_bank_accounts', {
      connection_id: id,
      links: [{ provider_account_id: 'B', account_id: theirs }],
    }),
  ).toMatchObject({ success: false, code: 'account_not_found' });
  await makeDue(connection);
  const part = await take(connection);
  await serve('bring_bank_lines', {
    sync_id: part?.sync_id,
    accounts: [
      { provider_account_id: 'B', currency: 'USD', lines },
      { provider_account_id: theirs, currency: 'USD', lines },
    ],
  });
  expect(await linesOf(theirs)).toEqual([]);
  expect(await linesOf(account)).toEqual([]);
});

test('what an answer claims to be does no harm', async () => {
  await makeDue(connection);
  for (const accounts of [
    [],
    [{}],
    [{ provider_account_id: 'A' }],
    [{ provider_account_id: 'A', lines: 'none' }],
    [
      {
        provider_account_id: 'A',
        lines: [null, 1, 'x', [], { id: {}, booked_on: [], amount: {}, text: 7 }],
        balance: '1e400',
        balance_on: 'soon',
      },
    ],
    [
      {
        provider_account_id: 'A',
        lines: [
          { ...lines[0], id: "'; drop table public.bank_transactions; --", text: '$$\\0', amount: '1e9' },
        ],
      },
    ],
  ]) {
    await sql('update public.bank_connections set next_try_at = now() where id = $1', [connection]);
    const part = await take(connection);
    expect(await serve('bring_bank_lines', { sync_id: part?.sync_id, accounts, words: [{}, 1, ''] })).toEqual(
      { imports: [], more: false },
    );
  }
  expect(await linesOf(account)).toEqual([]);
});

// Holds bank-1
test('the secret is in no answer, no row and no log that a person can reach', async () => {
  await sync(connection, lines);
  const rows = await sql<{ found: string }>(
    `select c.table_schema || '.' || c.table_name as found
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE' group by 1`,
  );
  for (const { found } of rows) {
    const [hit] = await sql(
      `select 1 from ${found} r where to_jsonb(r)::text like '%SECRET-7@bridge%' limit 1`,
    );
    expect([found, hit]).toEqual([found, undefined]);
  }
  for (const [name, args] of [
    ['get_bank_accounts_page', {}],
    ['get_bank_connection', { connection_id: connection }],
    ['list_bank_imports', {}],
    ['sync_bank_connection', { connection_id: connection }],
  ] as const)
    expect(JSON.stringify(await ask<object>(agency.owner, name, args))).not.toContain(SECRET);
  expect(JSON.stringify(await take(connection))).toContain(SECRET);
});

test('another agency sees of the page its own alone', async () => {
  await fillBank(other, other.agent, 'THEIRS');
  await fillConnection(other, 'THEIRS');
  const page = JSON.stringify(await ask<object>(agency.admin, 'get_bank_accounts_page'));
  expect(page).not.toContain('THEIRS');
  expect(JSON.stringify(await ask<object>(other.admin, 'get_bank_accounts_page'))).toContain('THEIRS');
});

import { ask, createAccount, fillBank, importLines, line } from '../support/bank';
import { dayFromToday, fillConnection } from '../support/bank-connections';
import { sql } from '../support/database';
import { api, createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

const TABLES = [
  'bank_accounts',
  'bank_connections',
  'bank_connection_accounts',
  'bank_questions',
  'bank_imports',
  'bank_transactions',
  'bank_allocations',
  'bank_suggestions',
  'bank_patterns',
  'bank_rules',
  'bank_decisions',
  'bank_remittances',
  'bank_remittance_lines',
];

let agency: TestAgency;
let other: TestAgency;
let ids: {
  account: string;
  import: string;
  transaction: string;
  version: number;
  commission: string;
  group: string;
  statement: string;
  connection: string;
  question: string;
};
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await fillBank(agency, agency.agent, 'PAYER');
  const { id: connection, question } = await fillConnection(agency, 'PAYER');
  const account = await createAccount(agency.admin);
  const commission = await agency.sale({ reference: 'CR-90001', commission: 50 });
  const { id, rows } = await importLines(agency.admin, account, [line(1, 'BLUE FLEET CR90001', '50.00')]);
  const { statement_id: statement } = await ask<{ statement_id: string }>(
    agency.admin,
    'save_vendor_statement',
    {
      vendor_id: agency.vendorId,
      file_name: 'PAYER.csv',
      lines: [{ line: 1, reference: 'ZX-70001', name: 'Lind', amount: '50.00' }],
    },
  );
  const [group] = await sql<{ group_id: string }>(
    'select group_id from public.bank_decisions where organization_id = $1 limit 1',
    [agency.organizationId],
  );
  ids = {
    account,
    import: id,
    transaction: rows[0]?.id ?? '',
    version: rows[0]?.version ?? 0,
    commission: commission.commissionId,
    group: group?.group_id ?? '',
    statement,
    connection,
    question,
  };
});

const strangers = () => ({
  agent: agency.agent,
  rival: agency.rival,
  inactive: agency.inactive,
  'an admin of another agency': other.admin,
});

const state = () =>
  sql(
    `select t.id, t.status, t.version, t.category from public.bank_transactions t where t.organization_id = $1
     union all select c.id, c.state, c.version, c.words from public.bank_connections c where c.organization_id = $1
     union all select q.id, q.kind, 0, q.answer from public.bank_questions q where q.organization_id = $1
     union all select r.id, r.state, r.version, r.file_name from public.bank_remittances r where r.organization_id = $1 order by id`,
    [agency.organizationId],
  );

/** Every command and question, about things of the agency. */
const calls = (): [string, object][] => [
  ['list_bank_accounts', {}],
  ['save_bank_account', { account: { name: 'Mine' }, account_id: ids.account }],
  ['recognize_bank_account', { file_hash: 'a'.repeat(64), headers: ['x'] }],
  ['preview_bank_lines', { account_id: ids.account, lines: [line(1, 'BLUE FLEET CR90001', '50.00')] }],
  [
    'begin_bank_import',
    { account_id: ids.account, file_name: 'a', file_hash: 'a'.repeat(64), format: 'csv', total_lines: 1 },
  ],
  ['import_bank_lines', { import_id: ids.import, lines: [] }],
  ['finish_bank_import', { import_id: ids.import }],
  ['undo_bank_import', { import_id: ids.import }],
  ['list_bank_imports', {}],
  ['get_bank_inbox', { view: 'all' }],
  ['get_bank_transaction', { transaction_id: ids.transaction }],
  ['find_open_commissions', { search: 'CR-9' }],
  [
    'match_bank_transaction',
    {
      transaction_id: ids.transaction,
      expected_version: ids.version,
      parts: [{ commission_id: ids.commission, amount: 50 }],
    },
  ],
  ['accept_bank_suggestions', { transactions: [{ id: ids.transaction, version: ids.version }] }],
  ['reject_bank_suggestion', { transaction_id: ids.transaction, expected_version: ids.version }],
  [
    'set_aside_bank_transactions',
    { transactions: [{ id: ids.transaction, version: ids.version }], category: 'other' },
  ],
  ['reopen_bank_transaction', { transaction_id: ids.transaction }],
  ['set_bank_vendor', { transaction_id: ids.transaction, vendor_id: agency.vendorId }],
  ['undo_bank_decision', { group_id: ids.group }],
  [
    'save_bank_remittance',
    { transaction_id: ids.transaction, file_name: 'x', lines: [{ line: 1, amount: '50.00' }] },
  ],
  ['delete_bank_remittance', { remittance_id: ids.transaction }],
  ['get_vendor_overdue', { vendor_id: agency.vendorId }],
  [
    'save_vendor_statement',
    { vendor_id: agency.vendorId, file_name: 'x', lines: [{ line: 1, amount: '50.00' }] },
  ],
  ['list_vendor_statements', { vendor_id: agency.vendorId }],
  ['get_vendor_statement', { statement_id: ids.statement }],
  [
    'set_statement_line',
    { statement_id: ids.statement, expected_version: 1, line: 1, commission_id: ids.commission },
  ],
  ['set_vendor_statement', { statement_id: ids.statement, expected_version: 1, state: 'expected' }],
  ['get_bank_accounts_page', {}],
  ['begin_bank_connection', { provider: 'simplefin', connection_id: ids.connection }],
  ['get_bank_connection', { connection_id: ids.connection }],
  [
    'link_bank_accounts',
    {
      connection_id: ids.connection,
      links: [{ provider_account_id: 'B', account_id: ids.account }],
      since: dayFromToday(-5),
    },
  ],
  ['sync_bank_connection', { connection_id: ids.connection }],
  ['stop_bank_sync', { connection_id: ids.connection }],
  ['answer_bank_question', { question_id: ids.question, answer: 'take' }],
  ['disconnect_bank_connection', { connection_id: ids.connection }],
];

// Holds security-79
test('agents and inactive people are refused by every function of the bank, and nothing changes', async () => {
  const before = await state();
  for (const person of [agency.agent, agency.rival, agency.inactive])
    for (const [name, args] of calls())
      await expect(ask(person, name, args)).rejects.toThrow('42501: permission denied for bank');
  expect(await state()).toEqual(before);
});

test('an admin of another agency finds nothing and changes nothing', async () => {
  const before = await state();
  for (const [name, args] of calls()) {
    const answer = await ask<unknown>(other.admin, name, args).catch((error: Error) => error.message);
    const said = JSON.stringify(answer);
    for (const own of ['CR-90001', 'ZX-70', 'PAYER', 'Operating', ids.commission])
      expect(said).not.toContain(own);
  }
  expect(await state()).toEqual(before);
});

test('somebody without a session may call none of them', async () => {
  for (const [name, args] of calls()) {
    const { error } = await api().rpc(name as never, args as never);
    expect(error?.code).toBe('42501');
  }
});

test.each(['agent', 'rival', 'inactive', 'an admin of another agency'] as const)(
  '%s reads no row of the bank',
  async (who) => {
    const person: Person = strangers()[who];
    for (const table of TABLES) {
      const { data } = await untyped(person.api, table)
        .select('*')
        .eq('organization_id', agency.organizationId);
      expect(data ?? []).toEqual([]);
    }
  },
);

test('nobody writes to a table of the bank, or to what follows from it', async () => {
  for (const person of [agency.owner, agency.admin, agency.agent])
    for (const table of TABLES) {
      const { data: rows } = await untyped(agency.owner.api, table).select('*').limit(1);
      // What the database computes itself would be refused before the right to write is asked.
      const [{ alike_key: _computed, ...row } = {}] = rows as Record<string, unknown>[];
      expect(row.id).toBeDefined();
      for (const { error } of [
        await untyped(person.api, table).insert({ ...row, id: crypto.randomUUID() }),
        await untyped(person.api, table).update(row).eq('id', row.id),
        await untyped(person.api, table).delete().eq('id', row.id),
      ])
        expect(error?.code).toBe('42501');
    }
  for (const column of ['deposited_amount', 'written_off', 'open_amount']) {
    const { error } = await untyped(agency.owner.api, 'commissions')
      .update({ [column]: 1 })
      .eq('id', ids.commission);
    expect(error).not.toBeNull();
  }
});

test('an admin cannot undo, match or read with ids of another agency', async () => {
  const before = await state();
  for (const [name, args] of [
    ['undo_bank_import', { import_id: ids.import }],
    ['undo_bank_decision', { group_id: ids.group }],
    ['get_bank_transaction', { transaction_id: ids.transaction }],
  ] as const) {
    const strange = Object.fromEntries(Object.keys(args).map((key) => [key, crypto.randomUUID()]));
    const outcome = (given: object) =>
      ask<unknown>(other.admin, name, given).catch((error: Error) => error.message);
    expect(await outcome(args)).toEqual(await outcome(strange));
  }
  expect(await state()).toEqual(before);
});

test('an agent sees of a deposit what their commission shows', async () => {
  const { data } = await agency.agent.api
    .from('commissions')
    .select('received_amount, received_on')
    .not('received_on', 'is', null);
  expect(data).toEqual([{ received_amount: 777.78, received_on: '2026-05-10' }]);
});

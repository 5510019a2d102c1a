import { randomUUID } from 'node:crypto';
import { ask, createAccount, importLines, line, transaction } from '../support/bank';
import { addCustomer, erase } from '../support/customers';
import { sql, sqlOne } from '../support/database';
import { beginImport, finish, importRows } from '../support/imports';
import { invite } from '../support/invitations';
import { ACCOUNT, approve, pay, SENDER } from '../support/payouts';
import { deactivate, setRole, setSplit } from '../support/team';
import { createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/tenancy.md, Audit log */

interface Entry {
  entry: string;
  action: string;
  kind: string;
  actor: { id: string; first_name: string; last_name: string } | null;
  record: { type: string; id: string | null; label?: string; note?: string; count?: number; amount?: number };
  amount: number | null;
  device: string | null;
  party: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
  facts: Record<string, unknown>;
}
interface Page {
  rows: Entry[];
  count: number;
  whole: { count: number; more: boolean; since: string | null };
}

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const read = (args: object = {}, person: Person = agency.owner) =>
  ask<Page>(person, 'get_audit_log', { page_size: 100, ...args });

/** What an act left in the log, the first entry first. */
async function leftBy(act: () => PromiseLike<unknown>): Promise<Entry[]> {
  const before = (await read()).count;
  await act();
  const { rows, count } = await read();
  return rows.slice(0, count - before).reverse();
}
const actions = (entries: readonly Entry[]) => entries.map(({ action }) => action);
const change = (entry: Entry | undefined) => entry?.changes[0];

describe('what is decided about money', () => {
  // Holds tenancy-94
  test('of the bank: account, import, match, undo, setting aside, rules', async () => {
    const sale = await agency.sale({ reference: 'AL-20001', commission: 100 });
    let account = '';
    const added = await leftBy(async () => {
      account = await createAccount(agency.admin, 'Operating');
    });
    expect(added).toMatchObject([
      { action: 'bank_account_added', kind: 'money', record: { label: 'Operating', note: '••4410' } },
    ]);
    let ids: string[] = [];
    const imported = await leftBy(async () => {
      const { rows } = await importLines(agency.admin, account, [
        line(1, 'WIRE FROM SOMEBODY', '100.00'),
        line(2, 'RENT', '-5.00'),
        line(3, 'POWER', '-7.00'),
      ]);
      ids = rows.map(({ id }) => id);
    });
    expect(imported).toMatchObject([
      {
        action: 'bank_import_done',
        record: { label: 'Operating', note: 'bank.csv' },
        facts: { added: 3, here: 0 },
      },
    ]);
    const [wire = '', ...costs] = ids;
    let group = '';
    const matched = await leftBy(async () => {
      const { group_id } = await ask<{ group_id: string }>(agency.admin, 'match_bank_transaction', {
        transaction_id: wire,
        expected_version: (await transaction(wire)).version,
        parts: [{ commission_id: sale.commissionId, amount: 100 }],
      });
      group = group_id;
    });
    expect(matched).toMatchObject([
      {
        action: 'bank_match',
        actor: { id: agency.admin.id },
        record: { type: 'decision', id: wire, count: 1, amount: 100, on: '2026-05-10' },
        amount: 100,
      },
    ]);
    expect(change(matched[0])).toMatchObject({ field: 'deposit', after: 'matched' });
    const undone = await leftBy(() => ask(agency.owner, 'undo_bank_decision', { group_id: group }));
    expect(undone).toMatchObject([{ action: 'bank_undo', actor: { id: agency.owner.id } }]);
    // Two at once are one entry, with their number.
    const aside = await leftBy(async () =>
      ask(agency.admin, 'set_aside_bank_transactions', {
        transactions: await Promise.all(
          costs.map(async (id) => ({ id, version: (await transaction(id)).version })),
        ),
        category: 'other',
      }),
    );
    expect(aside).toMatchObject([{ action: 'bank_set_aside', record: { count: 2, amount: -12 } }]);
    // By the text and the amount of either of them.
    for (const search of ['power', '7.00'])
      expect(actions((await read({ search })).rows)).toEqual(['bank_set_aside']);
    expect(
      actions(await leftBy(() => ask(agency.admin, 'reopen_bank_transaction', { transaction_id: costs[0] }))),
    ).toEqual(['bank_reopen']);

    let rule = '';
    const ruled = await leftBy(async () => {
      ({ id: rule } = await ask<{ id: string }>(agency.admin, 'save_bank_rule', {
        rule: { text_contains: 'Ottokar rent', category: 'other' },
      }));
    });
    expect(ruled).toMatchObject([{ action: 'bank_rule_added', record: { label: 'Ottokar rent' } }]);
    const switched = await leftBy(() =>
      ask(agency.admin, 'switch_bank_rule', { rule_id: rule, is_active: false }),
    );
    expect(switched.map(change)).toEqual([{ field: 'is_active', before: true, after: false }]);
    expect(actions(await leftBy(() => ask(agency.admin, 'delete_bank_rule', { rule_id: rule })))).toEqual([
      'bank_rule_deleted',
    ]);
    // The log has no text of the bank, which may name a customer.
    expect(
      await sql(
        `select 1 from private.audit_log where organization_id = $1 and details::text ~* 'ottokar|wire'`,
        [agency.organizationId],
      ),
    ).toEqual([]);
  });

  // Holds tenancy-95
  test('of payouts: started, held, adjusted, approved, its file, paid, voided', async () => {
    await agency.sale({ reference: 'AL-1', paid: true });
    const held = await agency.sale({ reference: 'AL-2', paid: true });
    let id = '';
    const started = await leftBy(async () => {
      id = await agency.payout({ name: 'May payout' });
    });
    expect(started).toMatchObject([
      { action: 'payout_started', record: { type: 'payout', id, label: 'May payout' }, facts: { count: 2 } },
    ]);
    const hold = { commission_id: held.commissionId, reason: 'Ottokar has not written' };
    expect(await leftBy(() => ask(agency.admin, 'hold_commission', hold))).toMatchObject([
      {
        action: 'commission_held',
        record: { label: 'AL-2', note: 'agent Test' },
        changes: [{ field: 'payment', before: 'open', after: 'held' }],
      },
    ]);
    const bonus = { agent_id: agency.agent.id, kind: 'bonus', amount: 150, note: 'Contest' };
    expect(await leftBy(() => ask(agency.admin, 'add_payout_adjustment', bonus))).toMatchObject([
      {
        action: 'adjustment_added',
        record: { label: 'agent Test' },
        amount: 150,
        changes: [{ field: 'bonus', before: null, after: 150 }],
      },
    ]);
    expect(await leftBy(() => approve(agency.admin, id))).toMatchObject([
      {
        action: 'payout_approved',
        amount: 210,
        changes: [{ field: 'status', before: 'draft', after: 'approved' }],
      },
    ]);
    const details = await leftBy(() => ask(agency.owner, 'save_payout_account', { details: SENDER }));
    expect(actions(details)).toEqual(['payout_account_changed']);
    await ask(agency.agent, 'save_bank_details', { details: ACCOUNT });
    expect(
      await leftBy(() => ask(agency.admin, 'request_payment_file', { batch_id: id, format: 'nacha' })),
    ).toMatchObject([{ action: 'payment_file_requested', kind: 'data_out', facts: { format: 'nacha' } }]);
    expect(await leftBy(() => pay(agency.owner, id, randomUUID()))).toMatchObject([
      {
        action: 'payout_paid',
        amount: 210,
        changes: [{ field: 'status', before: 'approved', after: 'paid' }],
      },
    ]);
    const { id: statement_id } = await sqlOne<{ id: string }>(
      'select id from public.payout_statements where batch_id = $1',
      [id],
    );
    expect(
      await leftBy(() =>
        ask(agency.owner, 'void_statement_payment', { statement_id, reason: 'Ottokar moved' }),
      ),
    ).toMatchObject([
      {
        action: 'payment_voided',
        amount: 210,
        changes: [{ field: 'payment', before: 'paid', after: 'voided' }],
      },
    ]);
    const texts = await sql(
      `select 1 from private.audit_log where organization_id = $1 and details::text ~* 'ottokar|contest|7788996613|1122334410|021000021'`,
      [agency.organizationId],
    );
    expect(texts).toEqual([]);
  });

  test('of a receipt that an admin records by hand, and takes back', async () => {
    const { commissionId: commission_id } = await agency.sale({ reference: 'AL-9', commission: 100 });
    const record = (more: object) =>
      leftBy(() => ask(agency.admin, 'record_receipt', { commission_id, ...more }));
    const [entry] = await record({
      received_on: '2026-06-01',
      received_amount: 90,
      write_off_reason: 'Ottokar agreed',
    });
    expect(entry).toMatchObject({ action: 'receipt_recorded', record: { label: 'AL-9' }, amount: 90 });
    expect(entry?.changes).toEqual([
      { field: 'received_amount', before: null, after: 90 },
      { field: 'received_on', before: null, after: '2026-06-01' },
      { field: 'written_off', before: 0, after: 10 },
    ]);
    const [taken] = await record({ received_on: null });
    expect(taken?.changes).toContainEqual({ field: 'received_amount', before: 90, after: null });
    expect(JSON.stringify(await read())).not.toContain('Ottokar');
  });

  // Holds tenancy-96
  test('of settings, each that changed, with before and after', async () => {
    const changed = await leftBy(() =>
      untyped(agency.owner.api, 'organizations')
        .update({ payout_minimum_amount: 25, payout_second_approval: true, name: 'Agency' })
        .eq('id', agency.organizationId),
    );
    expect(changed).toMatchObject([{ action: 'settings_changed', actor: { id: agency.owner.id } }]);
    expect(changed[0]?.changes).toEqual([
      { field: 'payout_minimum_amount', before: 0, after: 25 },
      { field: 'payout_second_approval', before: false, after: true },
    ]);
  });

  test('of terms, of agents and of vendors', async () => {
    expect(await leftBy(() => setSplit(agency.admin, agency.agent, 55))).toMatchObject([
      {
        action: 'terms_changed',
        record: { label: 'agent Test' },
        changes: [{ field: 'commission_split', before: '60.00', after: '55.00' }],
      },
    ]);
    const { version } = await sqlOne<{ version: number }>(
      'select version from public.vendors where id = $1',
      [agency.vendorId],
    );
    const vendor = await leftBy(() =>
      ask(agency.admin, 'update_vendor', {
        vendor_id: agency.vendorId,
        expected_version: version,
        vendor: { default_commission_rate: 12, expected_payment_days: 30, account_number: 'SECRET-1' },
      }),
    );
    expect(vendor.flatMap(({ changes }) => changes)).toEqual(
      expect.arrayContaining([
        { field: 'default_commission_rate', before: '10.00', after: '12.00' },
        { field: 'expected_payment_days', before: null, after: 30 },
        { field: 'account_number', before: null, after: null },
      ]),
    );
  });
});

// Holds tenancy-98
test('an import is one entry for its beginning and one for its end, whatever it brings', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({
    row_number: n + 1,
    name: `Vendor ${n} ${randomUUID()}`,
    expected_payment_days: 30,
    default_commission_rate: 12,
  }));
  const left = await leftBy(async () => {
    const batch = await beginImport(agency.admin, { kind: 'vendors' });
    await importRows(agency.admin, batch, rows);
    await finish(agency.admin, batch);
  });
  expect(left).toMatchObject([
    { action: 'import_begun', record: { type: 'import' } },
    { action: 'import_done', facts: { added: 5, kind: 'vendors' } },
  ]);
});

test('people: invited, role, deactivated, each by whom', async () => {
  expect(await leftBy(() => invite(agency.admin, 'new@agency.test'))).toMatchObject([
    {
      action: 'invitation_sent',
      kind: 'people',
      record: { label: 'new@agency.test' },
      facts: { role: 'agent' },
    },
  ]);
  expect(await leftBy(() => setRole(agency.owner, agency.rival, 'admin'))).toMatchObject([
    { action: 'member_role_changed', changes: [{ field: 'role', before: 'agent', after: 'admin' }] },
  ]);
  expect(actions(await leftBy(() => deactivate(agency.owner, agency.rival)))).toEqual(['member_deactivated']);
});

describe('where it is read', () => {
  // Holds tenancy-92
  test('agents and inactive people are refused, others read their own agency’s alone', async () => {
    const other = await createTestAgency();
    for (const person of [agency.agent, agency.inactive])
      for (const [name, args] of [
        ['get_audit_log', {}],
        ['request_audit_log', {}],
        ['read_audit_log', { disclosure_id: randomUUID() }],
      ] as const)
        await expect(ask(person, name, args)).rejects.toThrow('42501: permission denied for audit log');
    const own = await read({ record_id: agency.agent.id });
    expect(own.count).toBeGreaterThan(0);
    expect((await read({ record_id: agency.agent.id }, other.owner)).count).toBe(0);
    expect((await read({ entry: own.rows[0]?.entry }, other.owner)).count).toBe(0);
    expect((await read({ actor_id: agency.agent.id }, other.owner)).count).toBe(0);
    expect((await read({}, agency.admin)).whole).toEqual((await read()).whole);
  });

  // Holds tenancy-100
  test('is found by kind, person, record, amount, day and number', async () => {
    await agency.sale({ reference: 'FIND-77', paid: true });
    await agency.payout({ name: 'Findable payout', approved: true });
    await sql(`update public.users set first_name = 'Margaret', last_name = 'Vale' where id = $1`, [
      agency.owner.id,
    ]);
    await setSplit(agency.owner, agency.agent, 50);
    const all = await read();
    expect(all.whole).toEqual({ count: all.count, more: false, since: expect.any(String) });
    const kinds = await Promise.all(['money', 'people', 'sign_in', 'data_out'].map((kind) => read({ kind })));
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(all.count);
    expect(kinds[1]?.rows.every(({ kind }) => kind === 'people')).toBe(true);
    expect(actions((await read({ search: 'findable pay' })).rows)).toEqual([
      'payout_approved',
      'payout_started',
    ]);
    expect(actions((await read({ search: '60.00' })).rows)).toEqual(['payout_approved']);
    const hers = await read({ search: 'Margaret Vale', kind: 'money' });
    expect(hers.rows).toMatchObject([
      { action: 'terms_changed', actor: { first_name: 'Margaret', last_name: 'Vale' } },
    ]);
    expect((await read({ actor_id: agency.owner.id, kind: 'money' })).count).toBe(1);
    expect((await read({ search: 'Nobody Ofthisname' })).count).toBe(0);
    expect((await read({ end_date: '2020-01-01' })).count).toBe(0);
    expect((await read({ start_date: '2020-01-01' })).count).toBe(all.count);
    const [first] = all.rows;
    expect((await read({ entry: first?.entry })).rows).toEqual([first]);
    const pages = await Promise.all([1, 2].map((page) => read({ page, page_size: 3 })));
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows.slice(0, 6));
  });

  test('what is about an erased customer stays, without the name', async () => {
    const id = await addCustomer(agency.agent, { first_name: 'Ottokar', last_name: 'Wunderlich' });
    await ask(agency.admin, 'export_customer_data', { customer_id: id });
    expect((await read({ search: 'Ottokar' })).rows).toMatchObject([
      { action: 'customer_exported', record: { label: 'Ottokar Wunderlich', about: id } },
    ]);
    expect(await erase(agency.admin, id, 'Ottokar Wunderlich')).toMatchObject({ success: true });
    expect((await read({ search: 'Ottokar' })).count).toBe(0);
    expect((await read({ record_id: id })).rows).toMatchObject([
      { action: 'customer_erased', record: { label: 'Erased customer' } },
      { action: 'customer_exported', record: { label: 'Erased customer' } },
    ]);
  });

  test('an entry has browser and system of its session, as they were', async () => {
    await sql('update auth.sessions set user_agent = $2 where user_id = $1', [
      agency.admin.id,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
    ]);
    const [entry] = await leftBy(() => setSplit(agency.admin, agency.agent, 41));
    expect(entry).toMatchObject({ device: 'Chrome, Windows', actor: { id: agency.admin.id } });
    const [kept] = await sql<{ theirs: boolean }>(
      `select exists (select 1 from auth.sessions s where s.id = l.session_id and s.user_id = l.actor_id) as theirs
       from private.audit_log l where l.entry = $1`,
      [entry?.entry],
    );
    expect(kept).toEqual({ theirs: true });
  });

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1',
      'Safari, iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/129.0 Safari/537.36 Edg/129.0', 'Edge, Mac'],
    ['curl/8 <script>', 'Another program'],
    ['', null],
  ])('%s is %s', async (agent, words) => {
    const { said } = await sqlOne<{ said: string | null }>('select private.device_words($1) as said', [
      agent,
    ]);
    expect(said).toBe(words);
  });
});

describe('an export', () => {
  const request = (args: object = {}) => ask<string>(agency.admin, 'request_audit_log', args);
  const told = (disclosure_id: string, args: object = {}) =>
    ask<{ rows: Entry[]; truncated: boolean }>(agency.admin, 'read_audit_log', { disclosure_id, ...args });

  // Holds tenancy-101, security-17
  test('is an entry before it is told, and is told once, with the filters it was asked with', async () => {
    const asked = { kind: 'people', start_date: '2020-01-01' };
    const people = (await read({ kind: 'people' })).count;
    let id = '';
    const left = await leftBy(async () => {
      id = await request(asked);
    });
    expect(left).toMatchObject([
      {
        action: 'audit_log_exported',
        kind: 'data_out',
        actor: { id: agency.admin.id },
        facts: { entries: people, kind: 'people', since: '2020-01-01' },
      },
    ]);
    // What was not recorded is not told, and nobody else is told what was.
    await expect(told(id, {})).rejects.toThrow('once, within a minute');
    const again = await request(asked);
    await expect(ask(agency.owner, 'read_audit_log', { disclosure_id: again, ...asked })).rejects.toThrow(
      'once',
    );
    const { rows, truncated } = await told(again, asked);
    expect(truncated).toBe(false);
    expect(rows).toEqual((await read({ kind: 'people' })).rows);
    await expect(told(again, asked)).rejects.toThrow('once, within a minute');
  });
});

test('entries are neither changed nor deleted, by nobody', async () => {
  for (const statement of ['delete from private.audit_log', `update private.audit_log set kind = 'people'`])
    await expect(sql(`${statement} where organization_id = $1`, [agency.organizationId])).rejects.toThrow(
      'History can be neither changed nor deleted.',
    );
});

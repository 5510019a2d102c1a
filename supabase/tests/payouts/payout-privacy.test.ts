import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { fillPayouts, pageOf, type Done } from '../support/payouts';
import { api, createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

const TABLES = ['payout_batches', 'payout_lines', 'payout_holds', 'payout_events', 'payout_statements'];
/** What stands in nobody else's answers. */
const TEXT = 'RIVALS-OWN';

let agency: TestAgency;
let other: TestAgency;
/** Of the rival: an open payout with a line, a statement, a held commission and an adjustment that waits. */
let ids: Record<'batch' | 'line' | 'statement' | 'held' | 'commission' | 'adjustment', string>;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await fillPayouts(agency, agency.rival, TEXT);
  const open = await agency.sale({ agent: agency.rival, reference: `${TEXT}-open`, paid: true });
  const batch = await agency.payout({ approved: true });
  const one = async (statement: string, values: unknown[] = [agency.organizationId]) =>
    (await sqlOne<{ id: string }>(statement, values)).id;
  ids = {
    batch,
    line: await one('select id from public.payout_lines where commission_id = $1', [open.commissionId]),
    statement: await one('select id from public.payout_statements where organization_id = $1'),
    held: await one(`select h.commission_id as id from public.payout_holds k join public.commission_shares h on h.id = k.share_id
       where k.organization_id = $1`),
    commission: open.commissionId,
    adjustment: await one(
      `select id from public.payout_lines where organization_id = $1 and kind = 'bonus' order by created_at desc limit 1`,
    ),
  };
});

const state = () =>
  sql(
    `select (select jsonb_agg(b order by b.id) from public.payout_batches b where b.organization_id = $1) as batches,
       (select jsonb_agg(l order by l.id) from public.payout_lines l where l.organization_id = $1) as lines,
       (select jsonb_agg(h order by h.share_id) from public.payout_holds h where h.organization_id = $1) as holds,
       (select jsonb_agg(d order by d.agent_id) from private.bank_details d where d.organization_id = $1) as details`,
    [agency.organizationId],
  );

/** What only admins may do or ask, about things of the agency. */
const commands = (): [string, object][] => [
  ['start_payout', {}],
  ['collect_payout', { batch_id: ids.batch }],
  ['remove_payout_lines', { batch_id: ids.batch, line_ids: [ids.line] }],
  ['hold_commission', { commission_id: ids.commission, reason: 'x' }],
  ['release_commission', { commission_id: ids.held }],
  ['add_payout_adjustment', { agent_id: agency.rival.id, kind: 'bonus', amount: 5, note: 'x' }],
  ['delete_payout_adjustment', { line_id: ids.adjustment }],
  ['record_recall', { commission_id: ids.commission, amount: 5, note: 'x' }],
  ['approve_payout', { batch_id: ids.batch, expected_version: 1 }],
  ['add_payout_lines', { batch_id: ids.batch, commission_ids: [ids.commission] }],
  ['hand_over_payout', { batch_id: ids.batch, user_id: agency.owner.id }],
  ['reopen_payout', { batch_id: ids.batch }],
  ['reopen_payout', { batch_id: ids.batch, reason: 'x', bank_has_it: false }],
  ['discard_payout', { batch_id: ids.batch }],
  [
    'pay_payout',
    {
      batch_id: ids.batch,
      expected_version: 2,
      paid_on: '2026-06-15',
      reference: null,
      payment_key: randomUUID(),
    },
  ],
  ['get_payout', { batch_id: ids.batch }],
  ['list_payouts', {}],
  ['request_payment_file', { batch_id: ids.batch }],
];
/** What everybody may ask, each for themselves. */
const questions = (): [string, object][] => [
  ['get_statement', { statement_id: ids.statement }],
  ['list_statements', { agent_id: agency.rival.id }],
  ['list_statements', {}],
  ['get_commission_record', { commission_id: ids.held }],
  ['get_commission_record', { commission_id: ids.commission }],
  ['get_my_payouts', {}],
  ['read_payment_file', { disclosure_id: randomUUID() }],
];
const answerOf = (person: Person, name: string, args: object) =>
  ask<unknown>(person, name, args).catch((error: Error) => error.message);

// Holds security-19
test('agents and inactive people are refused by every command, alike for what there is and what there is not', async () => {
  const before = await state();
  for (const person of [agency.agent, agency.rival, agency.inactive])
    for (const [name, args] of commands()) {
      const nothing = Object.fromEntries(
        Object.entries(args).map(([key, value]) => [
          key,
          /_id$/.test(key) && key !== 'agent_id' ? randomUUID() : (value as unknown),
        ]),
      );
      const refused = await answerOf(person, name, args);
      expect([name, refused]).toEqual([name, '42501: permission denied for payouts']);
      expect(await answerOf(person, name, nothing)).toBe(refused);
    }
  expect(await state()).toEqual(before);
});

test('an admin of another agency learns and changes nothing, and is told the same as of what does not exist', async () => {
  const before = await state();
  for (const [name, args] of [...commands(), ...questions()]) {
    if (name === 'start_payout') continue;
    const said = JSON.stringify(await answerOf(other.admin, name, args));
    for (const secret of [TEXT, ids.batch, ids.line, ids.commission, '7777', '777.77', '6613'])
      expect([name, said.includes(secret)]).toEqual([name, false]);
    const about = Object.entries(args).find(([, value]) => Object.values(ids).includes(value as string));
    if (about)
      expect(JSON.stringify(await answerOf(other.admin, name, { ...args, [about[0]]: randomUUID() }))).toBe(
        said,
      );
  }
  expect(await state()).toEqual(before);
});

// Holds security-20
test('an agent sees no line, statement, hold, balance or total of another one', async () => {
  for (const person of [agency.agent, agency.inactive])
    for (const [name, args] of questions()) {
      const said = JSON.stringify(await answerOf(person, name, args));
      for (const secret of [TEXT, ids.line, ids.commission, ids.statement, '7777', '777.77', '6613', '60'])
        expect([
          name,
          secret,
          said
            .replace(agency.rival.id, '')
            .replace(/"page_size":\d+/, '')
            .includes(secret),
        ]).toEqual([name, secret, false]);
    }
});

test('nobody but admins and the agent of a statement reads rows, and nobody writes any', async () => {
  for (const person of [agency.agent, agency.inactive, other.admin, other.agent])
    for (const table of TABLES) {
      const { data, count } = await untyped(person.api, table)
        .select('*', { count: 'exact' })
        .eq('organization_id', agency.organizationId);
      expect([table, data, count]).toEqual([table, [], 0]);
    }
  const { data: own } = await untyped(agency.rival.api, 'payout_statements').select('id, agent_id');
  expect(own).toEqual([{ id: ids.statement, agent_id: agency.rival.id }]);
  for (const table of TABLES)
    for (const person of [agency.rival, agency.admin, agency.owner]) {
      const rows = untyped(person.api, table);
      const own = { organization_id: agency.organizationId };
      expect((await rows.insert(own)).error?.code).toBe('42501');
      expect((await rows.update(own).eq('organization_id', agency.organizationId)).error?.code).toBe('42501');
      expect((await rows.delete().eq('organization_id', agency.organizationId)).error?.code).toBe('42501');
    }
});

test('somebody without a session calls nothing, and nothing secret lies in the API', async () => {
  for (const [name, args] of [...commands(), ...questions()])
    expect((await api().rpc(name as never, args as never)).error?.code).toBe('42501');
  for (const person of [agency.owner, agency.rival]) {
    const { error } = await untyped(person.api, 'bank_details').select('*');
    expect(error).not.toBeNull();
  }
});

test('statements and the history of payouts stay as they are, whoever asks', async () => {
  for (const statement of [
    'update public.payout_statements set paid_amount = 1 where id = $1',
    'delete from public.payout_statements where id = $1',
  ])
    await expect(sql(statement, [ids.statement])).rejects.toThrow();
  await expect(
    sql(`update public.payout_events set action = 'paid' where batch_id = $1`, [ids.batch]),
  ).rejects.toThrow();
  for (const table of TABLES) await expect(sql(`truncate public.${table} cascade`)).rejects.toThrow();
});

test('an agent cannot send another one the money: details are one’s own', async () => {
  const before = await pageOf(agency.admin, ids.batch);
  await ask<Done>(agency.agent, 'save_bank_details', {
    details: {
      kind: 'us',
      agent_id: agency.rival.id,
      organization_id: agency.organizationId,
      holder_name: 'Eve',
      routing_number: '021000021',
      account_number: '999900001',
      account_type: 'checking',
    },
  });
  expect((await pageOf(agency.admin, ids.batch)).agents).toEqual(before.agents);
});

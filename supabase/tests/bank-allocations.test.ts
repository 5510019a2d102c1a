import { ask, createAccount, importLines, line, owed, transaction } from './support/bank';
import { database, sql, sqlOne } from './support/database';
import { SEED, SOAK } from './support/soak';
import { createTestAgency, type TestAgency } from './support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

let day = 0;
/** One imported transaction with a text that names nothing. */
async function deposit(amount: string) {
  day += 1;
  const { rows } = await importLines(agency.admin, account, [line(1, `DEPOSIT BRANCH ${day}`, amount)]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  return row;
}

interface Answer {
  success: boolean;
  error: string | null;
  group_id: string;
  version: number;
  conflict?: { by: string; status: string };
}
const match = (
  row: { id: string; version: number },
  parts: object[],
  extra: object = {},
  person = agency.admin,
) =>
  ask<Answer>(person, 'match_bank_transaction', {
    transaction_id: row.id,
    expected_version: row.version,
    parts,
    ...extra,
  });
const undo = (groupId: string) => ask<Answer>(agency.admin, 'undo_bank_decision', { group_id: groupId });
const commission = (id: string) =>
  sqlOne<{
    status: string;
    received_amount: string | null;
    received_on: Date | null;
    open_amount: string;
    deposited_amount: string;
  }>(
    'select status, received_amount, received_on, open_amount, deposited_amount from public.commissions where id = $1',
    [id],
  );

test('a match makes a commission received, its history names the deposit, and the agent hears of it', async () => {
  const owes = await owed(agency, 'CR-1001', 300);
  const row = await deposit('300.00');
  expect(await match(row, [{ commission_id: owes.id, amount: 300 }])).toMatchObject({ success: true });
  expect(await commission(owes.id)).toMatchObject({
    status: 'funds_received',
    received_amount: '300.00',
    open_amount: '0.00',
  });
  const history = await sql(
    'select notes from public.commission_history where commission_id = $1 order by created_at',
    [owes.id],
  );
  expect(history.at(-1)?.notes).toBe('Deposit of 2026-05-10 (bank.csv) matched');
  expect(
    await sql('select 1 from public.notifications where user_id = $1 and commentable_id = $2', [
      agency.agent.id,
      owes.id,
    ]),
  ).toHaveLength(1);
  expect(await ask(agency.agent, 'get_commission_deposits', { commission_id: owes.id })).toEqual([
    { amount: 300, booked_on: '2026-05-10' },
  ]);
  expect(await ask(agency.rival, 'get_commission_deposits', { commission_id: owes.id })).toEqual([]);
});

test('what an admin said of a receipt gives way to the deposit, and is back when the match is taken back', async () => {
  const receipt = (id: string) =>
    sqlOne(
      'select status, received_on::text, received_amount, received_how, open_amount from public.commissions where id = $1',
      [id],
    );
  const owes = await owed(agency, 'CR-1012', 300);
  expect(
    await ask(agency.admin, 'record_receipt', {
      commission_id: owes.id,
      received_on: '2026-05-02',
      received_amount: 290,
    }),
  ).toMatchObject({ success: true });
  const said = await receipt(owes.id);
  expect(said).toMatchObject({ status: 'funds_received', received_how: 'word', open_amount: '300.00' });
  const matched = await match(await deposit('300.00'), [{ commission_id: owes.id, amount: 300 }]);
  expect(await receipt(owes.id)).toEqual({
    status: 'funds_received',
    received_on: '2026-05-10',
    received_amount: '300.00',
    received_how: 'deposit',
    open_amount: '0.00',
  });
  expect(await ask(agency.admin, 'record_receipt', { commission_id: owes.id })).toMatchObject({
    success: false,
    error: 'The deposit says what was received, and when.',
  });
  await undo(matched.group_id);
  expect(await receipt(owes.id)).toEqual(said);
});

test('a commission whose sale was paid before is open for its deposit all the same', async () => {
  const owes = await owed(agency, 'CR-1002', 300);
  await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', owes.saleId);
  const before = await commission(owes.id);
  expect(before).toMatchObject({ status: 'funds_received', open_amount: '300.00' });
  const { group_id: group } = await match(await deposit('300.00'), [{ commission_id: owes.id, amount: 300 }]);
  expect(await commission(owes.id)).toMatchObject({ status: 'funds_received', open_amount: '0.00' });
  await undo(group);
  expect(await commission(owes.id)).toEqual(before);
});

test('short pay stays open by default; written off it is settled, with a reason', async () => {
  const owes = await owed(agency, 'CR-1003', 300);
  const first = await match(await deposit('250.00'), [{ commission_id: owes.id, amount: 250 }]);
  expect(await commission(owes.id)).toMatchObject({
    status: 'unpaid',
    received_amount: '250.00',
    open_amount: '50.00',
  });
  await undo(first.group_id);
  const row = await deposit('250.00');
  expect(await match(row, [{ commission_id: owes.id, amount: 250, write_off: 50 }])).toMatchObject({
    success: false,
    error: 'Say why the rest is written off.',
  });
  await match(row, [{ commission_id: owes.id, amount: 250, write_off: 50, reason: 'Their rate fell' }]);
  expect(await commission(owes.id)).toMatchObject({
    status: 'funds_received',
    received_amount: '250.00',
    open_amount: '0.00',
  });
});

test('two deposits pay one commission; taking the second back makes it unpaid again', async () => {
  const owes = await owed(agency, 'CR-1004', 300);
  await match(await deposit('100.00'), [{ commission_id: owes.id, amount: 100 }]);
  const second = await match(await deposit('200.00'), [{ commission_id: owes.id, amount: 200 }]);
  expect(await commission(owes.id)).toMatchObject({ status: 'funds_received', received_amount: '300.00' });
  await undo(second.group_id);
  expect(await commission(owes.id)).toMatchObject({
    status: 'unpaid',
    received_amount: '100.00',
    open_amount: '200.00',
  });
});

test('a deposit pays several commissions, less a fee, and the rest is unclaimed and placed later', async () => {
  const [a, b, c] = [
    await owed(agency, 'CR-1005', 100),
    await owed(agency, 'CR-1006', 200),
    await owed(agency, 'CR-1007', 35),
  ];
  const row = await deposit('320.00');
  const parts = [a, b].map(({ id }, n) => ({ commission_id: id, amount: 100 * (n + 1) }));
  expect(await match(row, parts, { fee: 15, unclaimed: 34 })).toMatchObject({
    error: '1.00 is not placed yet.',
  });
  expect(await match(row, parts, { fee: 15, unclaimed: 35 })).toMatchObject({ success: true });
  const matched = await transaction(row.id);
  expect(matched).toMatchObject({ status: 'matched', unclaimed_amount: '35.00', fee_amount: '15.00' });
  const placed = await match(matched, [...parts, { commission_id: c.id, amount: 35 }], { fee: 15 });
  expect(await transaction(row.id)).toMatchObject({ unclaimed_amount: '0.00', fee_amount: '15.00' });
  await undo(placed.group_id);
  expect(await transaction(row.id)).toMatchObject({ status: 'matched', unclaimed_amount: '35.00' });
  expect(await commission(c.id)).toMatchObject({ open_amount: '35.00', received_amount: null });
});

test('a recall takes commission back; what it took is not owed again, and taking the recall back restores it', async () => {
  const owes = await owed(agency, 'CR-1008', 134.4);
  const brought = await match(await deposit('134.40'), [{ commission_id: owes.id, amount: 134.4 }]);
  const received = await commission(owes.id);
  const recall = await match(await deposit('-134.40'), [{ commission_id: owes.id, amount: -134.4 }]);
  expect(await commission(owes.id)).toMatchObject({
    status: 'unpaid',
    deposited_amount: '0.00',
    open_amount: '0.00',
  });
  await expect(undo(brought.group_id)).rejects.toThrow('Take that match back first.');
  await undo(recall.group_id);
  expect(await commission(owes.id)).toEqual(received);
});

test('under deposit_matched a paid sale stays unpaid until its deposit, and its agent is not paid', async () => {
  const { error } = await agency.owner.api
    .from('organizations')
    .update({ commission_received_on: 'deposit_matched' })
    .eq('id', agency.organizationId);
  expect(error).toBeNull();
  const owes = await owed(agency, 'CR-1009', 300);
  await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', owes.saleId);
  expect(await commission(owes.id)).toMatchObject({ status: 'unpaid' });
  const matched = await match(await deposit('300.00'), [{ commission_id: owes.id, amount: 300 }]);
  expect(await commission(owes.id)).toMatchObject({ status: 'funds_received' });
  await undo(matched.group_id);
  expect(await commission(owes.id)).toMatchObject({ status: 'unpaid', received_amount: null });
  const { error: back } = await agency.admin.api
    .from('commissions')
    .update({ status: 'funds_received' })
    .eq('id', owes.id);
  expect(back).toBeNull();
  const { error: again } = await agency.admin.api
    .from('commissions')
    .update({ status: 'unpaid' })
    .eq('id', owes.id);
  expect(again?.message).toContain('cannot return to Unpaid');
});

test('a part of a commission of another agency, a cancelled one, or with the wrong sign is refused', async () => {
  const other = await createTestAgency();
  const [foreign, cancelled, own] = [
    await owed(other, 'CR-1', 10),
    await owed(agency, 'CR-2', 10),
    await owed(agency, 'CR-3', 10),
  ];
  await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', cancelled.saleId);
  const row = await deposit('10.00');
  const refused = async (parts: object[], extra: object = {}) => (await match(row, parts, extra)).error;
  expect(await refused([{ commission_id: foreign.id, amount: 10 }])).toBe('This commission does not exist.');
  expect(await refused([{ commission_id: cancelled.id, amount: 10 }])).toBe(
    'The commission on CR-2 is cancelled.',
  );
  expect(await refused([{ commission_id: own.id, amount: -10 }], { unclaimed: 20 })).toBe(
    'A part has the sign of its transaction.',
  );
  expect(
    await refused([
      { commission_id: own.id, amount: 5 },
      { commission_id: own.id, amount: 5 },
    ]),
  ).toContain('twice');
  expect(await refused([{ commission_id: own.id, amount: '1e9' }])).toContain('Each part needs');
  expect(await transaction(row.id)).toMatchObject({ version: 1, unclaimed_amount: '0.00' });
  expect(await sql('select 1 from public.bank_decisions where transaction_id = $1', [row.id])).toEqual([]);
});

test('two admins match the same deposit in the same moment: one does, the other learns who was faster', async () => {
  const owes = await owed(agency, 'CR-1010', 300);
  const row = await deposit('300.00');
  const answers = await Promise.all(
    [agency.admin, agency.owner].map((person) =>
      match(row, [{ commission_id: owes.id, amount: 300 }], {}, person),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)?.conflict).toMatchObject({ status: 'matched' });
  expect(await commission(owes.id)).toMatchObject({ deposited_amount: '300.00' });
});

test('two admins accept two deposits that claim one commission in the same moment: it is received once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const owes = await owed(agency, `CR-20${round}01`, 300);
    const { rows } = await importLines(agency.admin, account, [
      line(1, `BLUE FLEET CR20${round}01`, '300.00', { booked_on: '2026-05-11' }),
      line(2, `BLUE FLEET CR20${round}01 AGAIN`, '300.00'),
    ]);
    const answers = await Promise.all(
      rows.map((row, n) =>
        ask<{ accepted: string[] }>(n ? agency.owner : agency.admin, 'accept_bank_suggestions', {
          transactions: [{ id: row.id, version: row.version }],
        }),
      ),
    );
    expect(answers.flatMap(({ accepted }) => accepted)).toHaveLength(1);
    expect(await commission(owes.id)).toMatchObject({ deposited_amount: '300.00' });
  }
});

test('over random allocations every matched transaction balances, and undone they leave nothing', async () => {
  console.log(`seed ${SEED}`);
  let state = SEED;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const owes: string[] = [];
  for (let n = 0; n < 40; n += 1) owes.push((await owed(agency, `RA-${1000 + n}`, 10_000 + n)).id);
  const rows = (
    await importLines(
      agency.admin,
      account,
      Array.from({ length: 60 }, (_, n) => line(n + 1, `RANDOM ${n}`, `${50_000 + n}.00`)),
    )
  ).rows;
  const states = () =>
    sql(
      `select id, status, received_amount, open_amount, agent_amount from public.commissions
    where organization_id = $1 order by id`,
      [agency.organizationId],
    );
  const before = await states();
  const client = await database();
  // As the admin, in the database: each match is a transaction of its own.
  const claims = JSON.stringify({
    sub: agency.admin.id,
    session_id: (
      await sqlOne<{ id: string }>('select id from auth.sessions where user_id = $1 limit 1', [
        agency.admin.id,
      ])
    ).id,
    role: 'authenticated',
  });
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [claims]);
  let written = 0;
  let refused = 0;
  while (written < (SOAK ? 10_000 : 600)) {
    const row = rows[random(rows.length)];
    if (!row) continue;
    const { version } = await transaction(row.id);
    const chosen = [
      ...new Set(Array.from({ length: 25 + random(15) }, () => owes[random(owes.length)] ?? '')),
    ];
    let rest = Math.round(Number(row.amount) * 100);
    const fee = random(3) ? 0 : random(2000);
    rest += fee;
    const parts = chosen.map((id) => {
      const cents = 1 + random(Math.min(rest - chosen.length, 200_000));
      rest -= cents;
      return { commission_id: id, amount: (cents / 100).toFixed(2) };
    });
    const wrong = random(10) === 0 ? 1 : 0;
    const { rows: answers } = await client.query<{ answer: Answer }>(
      'select public.match_bank_transaction($1, $2, $3, $4, $5) as answer',
      [row.id, version, JSON.stringify(parts), ((rest + wrong) / 100).toFixed(2), (fee / 100).toFixed(2)],
    );
    expect(answers[0]?.answer.success).toBe(!wrong);
    if (wrong) refused += 1;
    else written += parts.length;
  }
  if (SOAK) expect(refused).toBeGreaterThan(0);
  expect(
    await sql(
      `select t.id from public.bank_transactions t
       where t.organization_id = $1 and t.status = 'matched' and t.amount <> t.unclaimed_amount - t.fee_amount + coalesce((
         select sum(a.amount) from public.bank_allocations a where a.transaction_id = t.id), 0)`,
      [agency.organizationId],
    ),
  ).toEqual([]);
  expect(
    await sql(
      `select c.id from public.commissions c where c.organization_id = $1 and c.deposited_amount is distinct from coalesce((
         select sum(a.amount) from public.bank_allocations a where a.commission_id = c.id), 0)`,
      [agency.organizationId],
    ),
  ).toEqual([]);
  const [{ import_id: importId } = { import_id: '' }] = await sql<{ import_id: string }>(
    'select import_id from public.bank_transactions where organization_id = $1 limit 1',
    [agency.organizationId],
  );
  expect(await ask(agency.admin, 'undo_bank_import', { import_id: importId })).toMatchObject({
    success: true,
    removed: 60,
  });
  expect(await states()).toEqual(before);
  await client.query(`select set_config('request.jwt.claims', '', false)`);
}, 300_000);

test('what does not balance is refused by the database itself, at the end of the transaction', async () => {
  const owes = await owed(agency, 'CR-1011', 300);
  const row = await deposit('300.00');
  const client = await database();
  const insert = `insert into public.bank_allocations (organization_id, transaction_id, commission_id, amount) values ($1, $2, $3, 299.99)`;
  const values = [agency.organizationId, row.id, owes.id];
  await expect(sql(insert, values)).rejects.toThrow('Only a matched transaction pays anything.');
  await client.query('begin');
  await client.query(insert, values);
  await client.query(`update public.bank_transactions set status = 'matched' where id = $1`, [row.id]);
  await expect(client.query('commit')).rejects.toThrow('0.01 is left');
  expect(await commission(owes.id)).toMatchObject({ deposited_amount: '0.00' });
});

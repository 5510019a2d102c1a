import { ask, createAccount, importLines, line, transaction } from '../support/bank';
import { deposit, match, received, type MatchAnswer } from '../support/bank-matches';
import { database, sql, sqlOne } from '../support/database';
import { randomOf, SEED, SOAK } from '../support/soak';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Allocations of deposits by several at once, and by chance: whatever is asked, what is matched balances. */
let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

test('two admins match the same deposit in the same moment: one does, the other learns who was faster', async () => {
  const owes = await agency.sale({ reference: 'CR-1010', commission: 300 });
  const row = await deposit(agency.admin, account, '300.00');
  const answers = await Promise.all(
    [agency.admin, agency.owner].map((person) =>
      match(person, row, [{ commission_id: owes.commissionId, amount: 300 }]),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.find(({ success }) => !success)?.conflict).toMatchObject({ status: 'matched' });
  expect(await received(owes.commissionId)).toMatchObject({ deposited_amount: '300.00' });
});

// Holds security-80
test('two admins accept two deposits that claim one commission in the same moment: it is received once', async () => {
  for (let round = 0; round < (SOAK ? 20 : 3); round += 1) {
    const owes = await agency.sale({ reference: `CR-20${round}01`, commission: 300 });
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
    expect(await received(owes.commissionId)).toMatchObject({ deposited_amount: '300.00' });
  }
});

test(`over random allocations every matched transaction balances, and undone they leave nothing (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  const owes: string[] = [];
  for (let n = 0; n < 40; n += 1)
    owes.push((await agency.sale({ reference: `RA-${1000 + n}`, commission: 10_000 + n })).commissionId);
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
  while (written < (SOAK ? 10_000 : 300)) {
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
    const { rows: answers } = await client.query<{ answer: MatchAnswer }>(
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
  const owes = await agency.sale({ reference: 'CR-1011', commission: 300 });
  const row = await deposit(agency.admin, account, '300.00');
  const client = await database();
  const insert = `insert into public.bank_allocations (organization_id, transaction_id, commission_id, amount) values ($1, $2, $3, 299.99)`;
  const values = [agency.organizationId, row.id, owes.commissionId];
  await expect(sql(insert, values)).rejects.toThrow('Only a matched transaction pays anything.');
  await client.query('begin');
  await client.query(insert, values);
  await client.query(`update public.bank_transactions set status = 'matched' where id = $1`, [row.id]);
  await expect(client.query('commit')).rejects.toThrow('0.01 is left');
  expect(await received(owes.commissionId)).toMatchObject({ deposited_amount: '0.00' });
});

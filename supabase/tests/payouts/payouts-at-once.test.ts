import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { approve, faults, pageOf, pay, type Done } from '../support/payouts';
import { commissionOf, createTestAgency, type TestAgency } from '../support/test-agency';

/** Payouts that are asked for several times at once, that end half-way, and that are many. */
let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

// Holds security-26
test('five simultaneous payments are one, and two simultaneous drafts are one', async () => {
  await agency.sale({ reference: 'ONCE-1', paid: true });
  const drafts = await Promise.all([1, 2, 3].map(() => ask<Done>(agency.admin, 'start_payout')));
  expect(drafts.filter(({ success }) => success)).toHaveLength(1);
  const id = drafts.find(({ success }) => success)?.id ?? '';
  await approve(agency.admin, id);
  const { payout } = await pageOf(agency.admin, id);
  const paid = await Promise.all(
    [1, 2, 3, 4, 5].map(() =>
      ask<Done>(agency.admin, 'pay_payout', {
        batch_id: id,
        expected_version: payout.version,
        paid_on: '2026-06-15',
        reference: null,
        payment_key: randomUUID(),
      }),
    ),
  );
  expect(paid.filter(({ success }) => success)).toHaveLength(1);
  expect(
    await sqlOne('select count(*)::int as n from public.agent_payments where organization_id = $1', [
      agency.organizationId,
    ]),
  ).toEqual({ n: 1 });
});

// Holds payouts-36
test('killed in the middle, nothing of a payment is there, and it can be paid again', async () => {
  const sale = await agency.sale({ reference: 'KILL-1', paid: true });
  const id = await agency.payout({ approved: true });
  const before = await pageOf(agency.admin, id);
  const session = await sqlOne<{ id: string }>(
    'select max(id::text) as id from auth.sessions where user_id = $1',
    [agency.admin.id],
  );
  const [payer, blocker] = [new Client(backend.dbUrl), new Client(backend.dbUrl)];
  for (const client of [payer, blocker]) {
    client.on('error', () => undefined);
    await client.connect();
  }
  // Agents are told at the end, when everything else is written: there it is made to wait.
  await blocker.query('begin');
  await blocker.query('lock table public.notifications in exclusive mode');
  await payer.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ role: 'authenticated', sub: agency.admin.id, session_id: session.id }),
  ]);
  const { rows } = await payer.query<{ pid: number }>('select pg_backend_pid() as pid');
  const paying = payer
    .query('select public.pay_payout($1, $2, $3, $4, $5)', [
      id,
      before.payout.version,
      '2026-06-15',
      'PAY-1',
      randomUUID(),
    ])
    .then(() => 'paid')
    .catch(() => 'killed');
  const waits = () =>
    sql(
      `select 1 from pg_locks where pid = $1 and not granted and relation = 'public.notifications'::regclass`,
      [rows[0]?.pid],
    );
  while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await sql('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  expect(await paying).toBe('killed');
  await blocker.query('rollback');
  await blocker.end();
  expect(await pageOf(agency.admin, id)).toEqual(before);
  expect((await commissionOf(sale.id)).status).toBe('funds_received');
  for (const table of ['payout_statements', 'agent_payments'])
    expect(
      await sql(`select 1 from public.${table} where organization_id = $1`, [agency.organizationId]),
    ).toEqual([]);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
});

test('more than a hundred statements of one month are numbered on', async () => {
  for (const n of [1, 2]) {
    await agency.sale({ reference: `NUM-${n}`, paid: true });
    const id = await agency.payout({ approved: true });
    if (n === 2)
      await sql(
        `insert into public.payout_statements select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
           'number', '2026-06-99', 'agent_id', $2::uuid))).* from public.payout_statements s where organization_id = $1`,
        [agency.organizationId, agency.owner.id],
      );
    expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
  }
  expect(
    await sql(
      'select number from public.payout_statements where organization_id = $1 and agent_id = $2 order by 1',
      [agency.organizationId, agency.agent.id],
    ),
  ).toEqual([{ number: '2026-06-01' }, { number: '2026-06-100' }]);
  await sql('alter table public.payout_statements disable trigger payout_statements_keep');
  await sql('delete from public.payout_statements where organization_id = $1 and agent_id = $2', [
    agency.organizationId,
    agency.owner.id,
  ]);
  await sql('alter table public.payout_statements enable trigger payout_statements_keep');
});

import type pg from 'pg';
import { signInAs } from './session';
import type { Kind, World } from './world';

/** How one kind of deposit fared. */
export interface Score {
  deposits: number;
  /** Certain, and of those wrong: other commissions than it pays. */
  certain: number;
  wrong: number;
  /** The first suggestion names exactly what it pays, certain ones included. */
  first: number;
  /** What would have been received wrongly, in cents. */
  money: number;
}

export type Scores = Map<Kind, Score>;

const DAY_ONE = '2026-01-01';

export interface Agency {
  organization: string;
  admin: string;
  account: string;
}

/** An agency with the vendors and all bookings of the world that somebody entered; answers the commission of each booking. */
async function enter(client: pg.Client, world: World, { organization, admin }: Agency): Promise<string[]> {
  const { rows: vendors } = await client.query<{ id: string }>(
    `insert into public.vendors (organization_id, name) select $1, v ->> 'name' from jsonb_array_elements($2) v returning id`,
    [organization, JSON.stringify(world.vendors)],
  );
  await client.query(
    `update public.vendor_terms t set expected_payment_days = n.days, expected_payment_basis = 'booking'
     from unnest($1::uuid[], $2::int[]) n(id, days) where t.vendor_id = n.id`,
    [vendors.map(({ id }) => id), world.vendors.map(({ days }) => days)],
  );
  const entered = world.bookings.map((booking, number) => ({
    ...booking,
    number,
    vendor: vendors[booking.vendor]?.id,
  }));
  const { rows } = await client.query<{ number: number; id: string }>(
    `with b as materialized (
       select e, (e ->> 'number')::int as number, gen_random_uuid() as customer_id, gen_random_uuid() as sale_id
       from jsonb_array_elements($3::jsonb) e
     ), c as (
       insert into public.customers (id, organization_id, first_name, last_name)
       select customer_id, $1, e -> 'customer' ->> 0, e -> 'customer' ->> 1 from b returning id
     ), s as (
       insert into public.sales (id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
         commission_amount, commission_rate, commission_basis, currency)
       select sale_id, $1, customer_id, (e ->> 'vendor')::uuid, $2, e ->> 'typed', '${DAY_ONE}'::date + (e ->> 'soldOn')::int,
         (e ->> 'commission')::numeric / 10, (e ->> 'commission')::numeric / 100, 10, 'amount', 'USD'
       from b where (select count(*) from c) > 0 returning id
     )
     select b.number, b.sale_id as id from b where (select count(*) from s) > 0`,
    [organization, admin, JSON.stringify(entered.filter((booking) => booking.entered))],
  );
  const { rows: commissions } = await client.query<{ id: string; sales_id: string }>(
    'select id, sales_id from public.commissions where organization_id = $1',
    [organization],
  );
  const bySale = new Map(commissions.map(({ id, sales_id: sale }) => [sale, id]));
  const of: string[] = [];
  for (const { number, id } of rows) of[number] = bySale.get(id) ?? '';
  return of;
}

/** An agency with an owner and an account at a bank; the owner is signed in. */
export async function found(client: pg.Client, email: string, currency = 'USD'): Promise<Agency> {
  const { rows } = await client.query<{ organization: string; admin: string }>(
    `with o as (insert into public.organizations (name, email, currency) values ('World', 'world@bench.test', $2) returning id),
     a as (insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', $1, '', now()) returning id)
     insert into public.users (id, organization_id, first_name, last_name, role)
     select a.id, o.id, 'Ada', 'Admin', 'owner' from o, a returning organization_id as organization, id as admin`,
    [email, currency],
  );
  const [agency] = rows;
  if (!agency) throw new Error('No agency');
  await signInAs(client, email);
  const { rows: made } = await client.query<{ answer: { id: string } }>(
    `select public.save_bank_account('{"name": "Operating"}') as answer`,
  );
  return { ...agency, account: made[0]?.answer.id ?? '' };
}

/** Calls a public function as whoever is signed in. */
export async function call<Answer>(client: pg.Client, name: string, ...args: unknown[]): Promise<Answer> {
  const { rows } = await client.query<{ answer: Answer }>(
    `select public.${name}(${args.map((_, n) => `$${n + 1}`).join(', ')}) as answer`,
    args.map((arg) => (typeof arg === 'object' ? JSON.stringify(arg) : arg)),
  );
  return rows[0]?.answer as Answer;
}

interface Read {
  id: string;
  version: number;
  line_number: number;
  certainty: string | null;
  commissions: string[] | null;
}

/**
 * Plays a world in the database: month by month its file is imported, what is suggested compared with the truth, and then matched as
 * a careful person would, so that the next month knows the payers that were confirmed.
 */
export async function play(client: pg.Client, world: World, seed: number, scores: Scores): Promise<void> {
  const agency = await found(client, `seed.${seed}@bench.test`);
  const commissions = await enter(client, world, agency);
  await client.query('analyze public.sales, public.commissions, public.vendors');
  const months = new Map<number, number[]>();
  world.deposits.forEach(({ day }, number) => {
    const month = Math.floor(day / 30);
    months.set(month, [...(months.get(month) ?? []), number]);
  });
  for (const [month, numbers] of [...months].sort(([a], [b]) => a - b)) {
    const lines = numbers.map((number) => {
      const deposit = world.deposits[number];
      const day = new Date(Date.parse(DAY_ONE) + (deposit?.day ?? 0) * 86_400_000).toISOString().slice(0, 10);
      return {
        line: number + 1,
        booked_on: day,
        amount: ((deposit?.cents ?? 0) / 100).toFixed(2),
        text: deposit?.text,
        bank_id: `w-${number}`,
        twin: 1,
      };
    });
    const { import_id: id } = await call<{ import_id: string }>(
      client,
      'begin_bank_import',
      agency.account,
      `${month}.csv`,
      'a'.repeat(64),
      'csv',
      lines.length,
    );
    await call(client, 'import_bank_lines', id, lines);
    while ((await call<{ more: boolean }>(client, 'finish_bank_import', id)).more);
    const { rows } = await client.query<Read>(
      `select t.id, t.version, t.line_number, t.certainty,
         array(select p ->> 'commission_id' from jsonb_array_elements(s.parts) p order by 1) as commissions
       from public.bank_transactions t left join public.bank_suggestions s on s.transaction_id = t.id and s.rank = 1
       where t.import_id = $1 order by t.line_number`,
      [id],
    );
    for (const row of rows) score(world, commissions, row, scores);
    for (const row of rows) await settle(client, world, commissions, row);
  }
}

function score(world: World, commissions: string[], row: Read, scores: Scores): void {
  const deposit = world.deposits[row.line_number - 1];
  if (!deposit) return;
  const truth = deposit.pays
    .map(({ booking }) => commissions[booking])
    .sort()
    .join();
  const right =
    deposit.kind !== 'not entered' && truth !== '' && truth === [...(row.commissions ?? [])].sort().join();
  const one = scores.get(deposit.kind) ?? { deposits: 0, certain: 0, wrong: 0, first: 0, money: 0 };
  one.deposits += 1;
  if (right) one.first += 1;
  if (row.certainty === 'certain') {
    one.certain += 1;
    if (!right) {
      one.wrong += 1;
      one.money += Math.abs(deposit.cents);
      if (process.env.BENCH_WRONG)
        console.log(deposit.kind, deposit.text, deposit.cents, row.commissions, truth);
    }
  }
  scores.set(deposit.kind, one);
}

/** What the deposit really pays is matched with it; the rest is unclaimed, and noise is set aside. */
async function settle(client: pg.Client, world: World, commissions: string[], row: Read): Promise<void> {
  const deposit = world.deposits[row.line_number - 1];
  const { rows } = await client.query<{ version: number; status: string }>(
    'select version, status from public.bank_transactions where id = $1',
    [row.id],
  );
  const [now] = rows;
  if (!deposit || !now) return;
  if (deposit.kind === 'noise') {
    if (now.status !== 'set_aside')
      await call(client, 'set_aside_bank_transactions', [{ id: row.id, version: now.version }], 'other');
    return;
  }
  const parts = deposit.pays.map(({ booking, cents }) => ({
    commission_id: commissions[booking],
    amount: (cents / 100).toFixed(2),
  }));
  const placed = deposit.pays.reduce((sum, { cents }) => sum + cents, 0);
  const answer = await call<{ success: boolean; error: string }>(
    client,
    'match_bank_transaction',
    row.id,
    now.version,
    parts,
    (deposit.cents - placed) / 100,
  );
  if (!answer.success) throw new Error(`${deposit.text}: ${answer.error}`);
}

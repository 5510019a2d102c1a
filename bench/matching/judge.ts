import type pg from 'pg';
import type { NumberedLine } from '../../mf-commissions/src/bank/files/engine/engine';
import { call, found, type Agency } from './agency';
import { BankFileEngine, readStatement, sentLine, toDatabase } from './readers';
import type { StrangersDeposit, StrangersKind, StrangersWorld } from './strangers/types';

/** How one kind of deposit fared. */
export interface Judged {
  deposits: number;
  /** Certain, and of those wrong: other commissions than it pays. */
  certain: number;
  wrong: number;
  /** The first suggestion names exactly what it pays, certain ones included. */
  first: number;
}

export type Verdicts = Map<StrangersKind, Judged>;

/** Kinds that pay no commission: nothing is to be found for them, and nothing may be certain. */
export const PAYS_NOTHING: readonly StrangersKind[] = [
  'override/bonus/co-op',
  'guest refund',
  'client payment',
  'duplicate',
  'noise',
  'not entered',
];

interface Row {
  id: string;
  version: number;
  line_number: number;
  status: string;
  certainty: string | null;
  commissions: string[] | null;
  /** Of the first suggestion's reasons. */
  codes: string | null;
}

/** What the agency holds: the commission and the sale of each booking that was entered. */
interface Entered {
  commission: string;
  sale: string;
}

/** Says what went wrong, where `BENCH_WRONG` asks for it. */
function tell(text: string): void {
  if (process.env.BENCH_WRONG) console.log(text);
}

/** The vendors as the agency wrote them down. */
async function makeVendors(client: pg.Client, world: StrangersWorld, agency: Agency): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with v as (select gen_random_uuid() as id, v ->> 'name' as name, (v ->> 'days')::int as days, v ->> 'basis' as basis, n
       from jsonb_array_elements($2::jsonb) with ordinality x(v, n)),
     made as (insert into public.vendors (id, organization_id, name) select id, $1, name from v returning id)
     select v.id from v where (select count(*) from made) > 0 order by n`,
    [agency.organization, JSON.stringify(world.vendors)],
  );
  await client.query(
    `update public.vendor_terms t set expected_payment_days = (v ->> 'days')::int, expected_payment_basis = v ->> 'basis'
     from unnest($1::uuid[]) with ordinality n(id, at), jsonb_array_elements($2::jsonb) with ordinality x(v, at2)
     where t.vendor_id = n.id and at = at2`,
    [rows.map(({ id }) => id), JSON.stringify(world.vendors)],
  );
  return rows.map(({ id }) => id);
}

/** Enters the bookings of these numbers, on the days somebody did. */
async function enter(
  client: pg.Client,
  world: StrangersWorld,
  agency: Agency,
  vendors: string[],
  numbers: number[],
  entered: Map<number, Entered>,
): Promise<void> {
  const bookings = numbers.map((number) => {
    const booking = world.bookings[number];
    return { ...booking, number, vendor: vendors[booking?.vendor ?? -1] };
  });
  const { rows } = await client.query<{ number: number; sale: string }>(
    `with b as materialized (
       select e, (e ->> 'number')::int as number, gen_random_uuid() as customer_id, gen_random_uuid() as mate_id, gen_random_uuid() as sale_id
       from jsonb_array_elements($3::jsonb) e
     ), c as (
       insert into public.customers (id, organization_id, first_name, last_name)
       select customer_id, $1::uuid, e -> 'customer' ->> 0, e -> 'customer' ->> 1 from b
       union all
       select mate_id, $1::uuid, split_part(e ->> 'companion', ' ', 1), coalesce(nullif(regexp_replace(e ->> 'companion', '^\\S+\\s*', ''), ''), e ->> 'companion')
       from b where e ->> 'companion' is not null
       returning id
     ), s as (
       insert into public.sales (id, organization_id, customer_id, traveler_ids, vendor_id, agent_id, booking_reference, sale_date, travel_date,
         return_date, total_amount, commission_amount, commission_rate, commission_basis, currency, created_at)
       select sale_id, $1, customer_id, case when e ->> 'companion' is null then '{}' else array[mate_id] end, (e ->> 'vendor')::uuid, $2,
         coalesce(nullif(btrim(e ->> 'typed'), ''), 'TBD'), (e ->> 'soldOn')::date, (e ->> 'startsOn')::date, (e ->> 'endsOn')::date,
         (e ->> 'commission')::numeric / 10, (e ->> 'commission')::numeric / 100, 10, 'amount', $4,
         (e ->> 'recordedOn')::date + interval '15 hours'
       from b where (select count(*) from c) > 0 returning id
     )
     select b.number, b.sale_id as sale from b where (select count(*) from s) > 0`,
    [agency.organization, agency.admin, JSON.stringify(bookings), world.currency],
  );
  const { rows: commissions } = await client.query<{ id: string; sales_id: string }>(
    'select id, sales_id from public.commissions where organization_id = $1 and sales_id = any ($2)',
    [agency.organization, rows.map(({ sale }) => sale)],
  );
  const bySale = new Map(commissions.map(({ id, sales_id: sale }) => [sale, id]));
  for (const { number, sale } of rows) entered.set(number, { sale, commission: bySale.get(sale) ?? '' });
}

/** The lines of a month's file, in its order, as the product reads it; what the file leaves open is answered for the region. */
async function linesOf(world: StrangersWorld, month: number): Promise<NumberedLine[]> {
  const file = world.months[month]?.file;
  if (!file) return [];
  const engine = new BankFileEngine();
  const opened = await engine.open(new File([file.text], file.name), world.currency);
  const reading = opened.reading as { dates: string | null; decimal: string | null } | null;
  const read = engine.read(
    reading
      ? ({
          ...opened.reading,
          dates: reading.dates ?? (world.region === 'us' ? 'mdy' : 'dmy'),
          decimal: reading.decimal ?? '.',
        } as typeof opened.reading)
      : null,
  );
  if (read.question) throw new Error(`${file.name}: ${read.question}`);
  if (read.problems.length > 0) console.log(`${file.name}: ${read.problems.length} lines are not read`);
  return read.statements.flatMap((_, n) => engine.portion(n, 0, 100_000)).sort((a, b) => a.line - b.line);
}

/** Changes of the month that no file tells: what was cancelled, and what an admin recorded as received. */
async function live(
  client: pg.Client,
  world: StrangersWorld,
  entered: Map<number, Entered>,
  from: string,
  to: string,
): Promise<void> {
  for (const [number, { commission, sale }] of entered) {
    const booking = world.bookings[number];
    if (booking?.cancelledOn && booking.cancelledOn > from && booking.cancelledOn <= to)
      await client.query(
        `update public.sales set status = 'cancelled' where id = $1 and status <> 'cancelled'`,
        [sale],
      );
    if (booking?.markedReceivedOn && booking.markedReceivedOn > from && booking.markedReceivedOn <= to)
      await client.query('select public.record_receipt($1, $2)', [commission, booking.markedReceivedOn]);
  }
}

const READ = `select t.id, t.version, t.line_number, t.status, t.certainty,
   array(select p ->> 'commission_id' from jsonb_array_elements(s.parts) p order by 1) as commissions,
   (select string_agg(r ->> 'code', ',' order by r ->> 'code') from jsonb_array_elements(s.reasons) r) as codes
 from public.bank_transactions t left join public.bank_suggestions s on s.transaction_id = t.id and s.rank = 1`;

/**
 * Plays a strangers' world: month by month what was sold is entered, the bank's file imported, vendors' statements are put beside their
 * deposits, what is suggested is compared with the truth, and then matched as a careful person would.
 * @param within percent that may be missing of what is certain
 */
export async function judge(
  client: pg.Client,
  world: StrangersWorld,
  verdicts: Verdicts,
  within = 0,
): Promise<void> {
  const agency = await found(client, `stranger.${world.seed}.${within}@bench.test`, world.currency);
  await client.query('update public.organizations set match_certain_within = $2 where id = $1', [
    agency.organization,
    within,
  ]);
  const vendors = await makeVendors(client, world, agency);
  const entered = new Map<number, Entered>();
  let before = '0000';
  for (const [n, month] of world.months.entries()) {
    const due = world.bookings.flatMap((booking, number) =>
      booking.entered && booking.recordedOn > before && booking.recordedOn <= month.lastDay ? [number] : [],
    );
    await enter(client, world, agency, vendors, due, entered);
    await live(client, world, entered, before, month.lastDay);
    before = month.lastDay;
    if (n === 0)
      await client.query('analyze public.sales, public.commissions, public.vendors, public.customers');
    const lines = await linesOf(world, n);
    if (lines.length !== month.deposits.length)
      console.log(`${month.file.name}: ${lines.length} lines are read of ${month.deposits.length}`);
    const { import_id: id } = await call<{ import_id: string }>(
      client,
      'begin_bank_import',
      agency.account,
      month.file.name,
      'a'.repeat(64),
      month.file.format,
      lines.length,
    );
    await call(
      client,
      'import_bank_lines',
      id,
      lines.map((line) => toDatabase(sentLine(line))),
    );
    while ((await call<{ more: boolean }>(client, 'finish_bank_import', id)).more);
    const byLine = new Map(
      lines.map(({ line }, at) => [line, month.deposits.find((deposit) => deposit.line === at)]),
    );
    const { rows } = await client.query<Row>(`${READ} where t.import_id = $1 order by t.line_number`, [id]);
    for (const row of rows) {
      const deposit = byLine.get(row.line_number);
      if (!deposit) continue;
      const after = deposit.statement ? await addStatement(client, world, deposit, row) : row;
      weigh(
        deposit,
        entered,
        after,
        verdicts,
        lines.find(({ line }) => line === row.line_number)?.text ?? '',
      );
    }
    for (const row of rows) {
      const deposit = byLine.get(row.line_number);
      if (deposit) await settle(client, deposit, entered, row);
    }
  }
}

/** A person puts the vendor's statement beside the deposit. */
async function addStatement(
  client: pg.Client,
  world: StrangersWorld,
  deposit: StrangersDeposit,
  row: Row,
): Promise<Row> {
  const { statement } = deposit;
  if (!statement) return row;
  try {
    const { open } = await call<{ open: { booking_reference: string }[] }>(
      client,
      'get_bank_transaction',
      row.id,
    );
    const read = readStatement(
      statement.text,
      { currency: world.currency },
      { deposit: deposit.cents, references: open.map(({ booking_reference: reference }) => reference) },
    );
    await call(client, 'save_bank_remittance', row.id, statement.name, read.lines, read.fees);
  } catch (error) {
    tell(`${statement.name}: ${String(error)}`);
  }
  const { rows } = await client.query<Row>(`${READ} where t.id = $1`, [row.id]);
  return rows[0] ?? row;
}

function weigh(
  deposit: StrangersDeposit,
  entered: Map<number, Entered>,
  row: Row,
  verdicts: Verdicts,
  text: string,
): void {
  const pays = deposit.pays.map(({ booking }) => entered.get(booking)?.commission);
  // A booking that somebody enters after the file was read cannot be found in it.
  const kind =
    pays.includes(undefined) && !PAYS_NOTHING.includes(deposit.kind) ? 'not entered' : deposit.kind;
  // A deposit may pay one booking in two parts.
  const truth = [...new Set(pays)].sort().join();
  const right =
    kind !== 'not entered' && truth !== '' && truth === [...(row.commissions ?? [])].sort().join();
  const one = verdicts.get(kind) ?? { deposits: 0, certain: 0, wrong: 0, first: 0 };
  one.deposits += 1;
  if (right) one.first += 1;
  if (row.certainty === 'certain') {
    one.certain += 1;
    if (!right) one.wrong += 1;
  }
  if (
    process.env.BENCH_WRONG === 'all'
      ? !right && !PAYS_NOTHING.includes(kind)
      : row.certainty === 'certain' && !right
  )
    tell(
      `${kind} | ${row.certainty} | ${deposit.day} ${deposit.cents / 100} | ${text} | row ${row.id} | pays ${truth} | first ${row.commissions?.join() ?? ''} by ${row.codes ?? 'nothing'}`,
    );
  verdicts.set(kind, one);
}

/** What the deposit really pays is matched with it; the rest is unclaimed, and noise is set aside. */
async function settle(
  client: pg.Client,
  deposit: StrangersDeposit,
  entered: Map<number, Entered>,
  row: Row,
): Promise<void> {
  const { rows } = await client.query<{ version: number; status: string }>(
    'select version, status from public.bank_transactions where id = $1',
    [row.id],
  );
  const [now] = rows;
  if (!now) return;
  const sums = new Map<string, number>();
  for (const { booking, cents } of deposit.pays) {
    const known = entered.get(booking);
    if (known) sums.set(known.commission, (sums.get(known.commission) ?? 0) + cents);
  }
  const parts = [...sums].map(([id, cents]) => ({
    commission_id: id,
    amount: (cents / 100).toFixed(2),
    cents,
  }));
  if (deposit.unentered === 0 && deposit.pays.length === 0) {
    if (now.status !== 'set_aside')
      await call(client, 'set_aside_bank_transactions', [{ id: row.id, version: now.version }], 'other');
    return;
  }
  const placed = parts.reduce((sum, { cents }) => sum + cents, 0);
  const rest = deposit.cents + deposit.fee - placed;
  // What cannot be placed as it was (a booking cancelled meanwhile, one that an agent has recorded otherwise) stays unclaimed.
  const attempts = [
    { parts, unclaimed: Math.max(rest, 0), fee: deposit.fee + Math.max(-rest, 0) },
    { parts: [], unclaimed: deposit.cents, fee: 0 },
  ];
  for (const attempt of attempts) {
    try {
      const answer = await call<{ success: boolean; error: string }>(
        client,
        'match_bank_transaction',
        row.id,
        now.version,
        attempt.parts.map(({ commission_id: id, amount }) => ({ commission_id: id, amount })),
        attempt.unclaimed / 100,
        attempt.fee / 100,
      );
      if (answer.success) return;
      tell(`${deposit.kind} ${deposit.cents}: ${answer.error}`);
    } catch (error) {
      tell(`${deposit.kind} ${deposit.cents}: ${String(error)}`);
    }
  }
}

import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Agency } from './agency';
import { asPerson } from './as-person';
import { lumpOf, settledFile, waitingFile, type BankLine, type Owed, type Span } from './bank-lines';
import { addDays, momentOn, type Calendar } from './calendar';
import { call } from './call';
import { createRandom } from './random';

// What vendors have not paid by a deposit yet; some of it an admin has recorded as received on a day of the file. Only what was left
// alone since `before`: the histories stay in their order.
const OWED = `
  select c.id, (c.amount * 100)::int as cents, c.due_on::text as "dueOn", c.received_on::text as "recordedOn",
    c.vendor_id as "vendorId", v.aliases[1] as payer, s.booking_reference as reference, k.last_name as customer
  from public.commissions c
  join public.sales s on s.id = c.sales_id
  join public.customers k on k.id = s.customer_id
  join public.vendors v on v.id = c.vendor_id
  where c.organization_id = $1 and c.status in ('funds_received', 'agent_paid') and c.amount >= 40
    and c.due_on is not null and coalesce(c.received_amount, c.amount) = c.amount
    and coalesce(c.received_on, c.due_on) between $2 and $3 and c.updated_at < $4
  order by c.due_on, c.id`;

const ACCOUNT = `
  insert into public.bank_accounts (id, organization_id, name, institution, last_four, currency, created_by, created_at, updated_at)
  values ($1, $2, 'Operating', 'First Harbor Bank', '4410', 'USD', $3, $4, $4)`;

const IMPORT = `
  insert into public.bank_imports (id, organization_id, account_id, file_name, file_hash, format, total_lines, added, status,
    created_by, created_at, finished_at, first_on, last_on)
  values ($1, $2, $3, $4, $5, 'csv', $6, $6, 'done', $7, $8, $8, $9, $10)`;

// As import_bank_lines writes them, but for the ids: they are the same on every machine, too.
const LINES = `
  insert into public.bank_transactions (id, organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text,
    payer_key, created_at, updated_at)
  select l.ids[j.line], $1, $2, $3, j.line, j.line_key, j.booked_on, j.amount, j.text, private.payer_key(j.text, null), $6, $6
  from (select $5::uuid[] as ids) l, private.judge_bank_lines($1, $2, $4) j
  order by j.line`;

// The guards of histories stand still for a moment: what the triggers wrote now happened when the file was imported.
const SHIFTED = ['commission_history', 'bank_decisions'];
const AT_IMPORT = [
  `update public.bank_decisions set decided_at = $2::timestamptz + interval '4 minutes'
   where transaction_id in (select id from public.bank_transactions where import_id = $1)`,
  `update public.bank_allocations set created_at = $2::timestamptz + interval '4 minutes'
   where transaction_id in (select id from public.bank_transactions where import_id = $1)`,
  `with paid as (
     select distinct a.commission_id from public.bank_allocations a
     join public.bank_transactions t on t.id = a.transaction_id where t.import_id = $1),
   told as (
     update public.commission_history h set created_at = $2::timestamptz + interval '4 minutes' from paid p
     where h.commission_id = p.commission_id and h.created_at >= now())
   update public.notifications n set created_at = $2::timestamptz + interval '4 minutes', is_read = true from paid p
   where n.commentable_id = p.commission_id and n.created_at >= now()`,
  `update public.commissions c set updated_at = $2::timestamptz + interval '4 minutes' from public.bank_allocations a
   join public.bank_transactions t on t.id = a.transaction_id where t.import_id = $1 and c.id = a.commission_id`,
];

/** The most a file says anything about; an agency to which less is owed has not imported any yet. */
const NEEDED = 24;

const amount = (cents: number): string => (cents / 100).toFixed(2);

/** Ends an import, which says how far it is and no success: it is matched in steps. */
async function finishImport(client: Client, id: string): Promise<void> {
  const step = `select f ->> 'status' as status, (f ->> 'more')::boolean as more from public.finish_bank_import($1) f`;
  let answer: { status: string; more: boolean } | undefined;
  do {
    [answer] = (await client.query<{ status: string; more: boolean }>(step, [id])).rows;
    if (answer?.status !== 'done') throw new Error(`The demo: finish_bank_import($1): ${answer?.status}`);
  } while (answer.more);
}

interface Waiting {
  id: string;
  version: number;
  line: BankLine;
}

interface Accepting {
  group_id: string;
  accepted: string[];
  skipped: { id: string }[];
  more: boolean;
}

/** Accepts what is certain, as one act: a call gives way after a second, and goes on with the next. */
async function acceptCertain(client: Client, certain: readonly Waiting[]): Promise<void> {
  let rest = certain.map(({ id, version }) => ({ id, version }));
  let group: string | null = null;
  for (let more = true; more;) {
    const values = [JSON.stringify(rest), group];
    const answer: Accepting = await call(client, 'accept_bank_suggestions($1, true, $2)', values);
    const done = new Set([...answer.accepted, ...answer.skipped.map(({ id }) => id)]);
    rest = rest.filter(({ id }) => !done.has(id));
    ({ more, group_id: group } = answer);
  }
}

/** Decides through the functions of the database that the screens call. */
async function decide(client: Client, waiting: readonly Waiting[]): Promise<void> {
  await acceptCertain(
    client,
    waiting.filter(({ line }) => line.decided?.as === 'certain'),
  );
  for (const { id, version, line } of waiting) {
    const { decided } = line;
    if (decided?.as === 'aside') {
      const one = JSON.stringify([{ id, version }]);
      await call(client, 'set_aside_bank_transactions($1, $2)', [one, decided.category]);
    } else if (decided?.as === 'match') {
      const parts = decided.parts.map(({ owed, cents, writeOff }) => ({
        commission_id: owed.id,
        amount: amount(cents),
        ...(writeOff && { write_off: amount(owed.cents - cents), reason: writeOff }),
      }));
      const values = [
        id,
        version,
        JSON.stringify(parts),
        amount(decided.unclaimed ?? 0),
        amount(decided.fee ?? 0),
      ];
      await call(client, 'match_bank_transaction($1, $2, $3, $4, $5)', values);
    }
  }
}

/**
 * Writes an account with two files: one all settled, and one that came since and waits. What they match and what follows for
 * commissions is decided by the database's own functions. Runs inside the caller's transaction, as the owner of the tables.
 */
export async function writeBank(client: Client, agency: Agency, calendar: Calendar): Promise<void> {
  // Numbers of their own: the business stays as it was.
  const random = createRandom(agency.plan.sales + 2);
  const importer = agency.sellers.find(({ role }) => role === 'admin')?.id;
  if (!importer) return;
  const day = (back: number): string => addDays(calendar.today, -back);
  const account = random.uuid();
  const owedBetween = async (from: number, to: number, untouchedSince: Date): Promise<Owed[]> =>
    (await client.query<Owed>(OWED, [agency.id, day(from), day(to), untouchedSince])).rows;

  async function importFile(span: Span, lines: readonly BankLine[], at: Date): Promise<void> {
    const id = random.uuid();
    const ids = lines.map(() => random.uuid());
    const sent = lines.map(({ day: booked_on, cents, text }, index) => ({
      line: index + 1,
      booked_on,
      amount: amount(cents),
      text,
      twin: 1,
    }));
    const name = `operating-4410-${span.from}-to-${span.to}.csv`;
    const hash = createHash('sha256').update(JSON.stringify(sent)).digest('hex');
    await client.query(IMPORT, [
      id,
      agency.id,
      account,
      name,
      hash,
      lines.length,
      importer,
      at,
      lines[0]?.day,
      lines.at(-1)?.day,
    ]);
    await client.query(LINES, [agency.id, account, id, JSON.stringify(sent), ids, at]);
    await finishImport(client, id);
    const { rows } = await client.query<{ id: string; version: number; line_number: number }>(
      'select id, version, line_number from public.bank_transactions where import_id = $1',
      [id],
    );
    const waiting = rows.flatMap(({ line_number, ...row }) => {
      const line = lines[line_number - 1];
      return line?.decided ? [{ ...row, line }] : [];
    });
    if (waiting.length > 0) await decide(client, waiting);
    await client.query('set constraints all immediate');
    for (const table of SHIFTED)
      await client.query(`alter table public.${table} disable trigger ${table}_keep`);
    for (const statement of AT_IMPORT) await client.query(statement, [id, at]);
    for (const table of SHIFTED)
      await client.query(`alter table public.${table} enable trigger ${table}_keep`);
    await client.query('set constraints all deferred');
  }

  const [earlier, later] = [momentOn(calendar, day(10), random), momentOn(calendar, day(1), random)];
  const settledOwed = await owedBetween(48, 21, earlier);
  const waitingOwed = await owedBetween(20, 0, calendar.now);
  if (Math.min(settledOwed.length, waitingOwed.length) < NEEDED) return;
  const [before, since]: [Span, Span] = [
    { from: day(41), to: day(12) },
    { from: day(11), to: day(1) },
  ];
  const settled = settledFile(settledOwed, before, random);
  const waiting = waitingFile(waitingOwed, since, random, lumpOf(settled)?.[0]);
  // The balance of a transaction is looked at when it is whole.
  await client.query('set constraints all deferred');
  await client.query(ACCOUNT, [account, agency.id, importer, earlier]);
  await asPerson(client, importer, async () => {
    await importFile(before, settled, earlier);
    await importFile(since, waiting, later);
  });
  await client.query('set constraints all immediate');
}

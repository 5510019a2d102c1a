import { exportsOf, factsOfAnswers } from './contract';
import type { Sql } from './database';

interface Reason {
  code: string;
  text: string;
}

const { reasonText } = exportsOf<{
  reasonText: (reason: Reason, money: (amount: number) => string) => string;
}>('mf-commissions/src/bank/parts/bank-reasons.ts');
const { NOTIFICATION_CODES, notificationText } = exportsOf<{
  NOTIFICATION_CODES: string[];
  notificationText: (row: Row) => string;
}>('shell/src/layout/notifications/notification-words.ts');

const { commissionNote, failureText, payoutNote, problemText } = exportsOf<{
  commissionNote: (entry: Entry, date: (day: string) => string) => string;
  failureText: (failure: Coded, text: string) => string;
  payoutNote: (line: { note: string; noteFact: Coded }) => string;
  problemText: (code: string, params: unknown, text: string) => string;
}>('shared/src/words/index.ts');
const { leftText } = exportsOf<{ leftText: (left: { code: string; reason: string }) => string }>(
  'mf-commissions/src/payouts/parts/payout-words.ts',
);

interface Coded {
  code: string;
  params: unknown;
}

/** An entry of a history. */
interface Entry extends Coded {
  notes: string;
}

/** A fact that is kept with its text. */
interface Kept extends Coded {
  text: string;
}

/** Of a code that the app has no words for. */
const NO_WORDS = 'no words';

interface Row {
  [column: string]: unknown;
  code: string;
  params: unknown;
  message: string;
}

/** The database writes thousands without a separator. */
const bare = (text: string): string => text.replace(/(\d),(?=\d{3})/g, '$1');

/** Whatever tests have made the database tell: the words of its code are those of its message, letter for letter. */
export async function proveNotifications(sql: Sql): Promise<void> {
  const rows = await sql<Row>(
    'select distinct code, params, message from public.notifications where code = any ($1)',
    [NOTIFICATION_CODES],
  );
  for (const row of rows)
    expect([row.code, bare(notificationText(row))]).toEqual([row.code, bare(row.message)]);
}

/** The same of the reasons for what the matcher suggests. */
export async function proveReasons(sql: Sql): Promise<void> {
  const rows = await sql<{ reason: Reason }>(
    `select distinct r.reason from public.bank_suggestions s cross join jsonb_array_elements(s.reasons) r(reason)
     where r.reason ? 'params'`,
  );
  const money = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
  for (const { reason } of rows)
    expect([reason.code, reasonText(reason, money)]).toEqual([reason.code, reason.text]);
}

/** The same of why commissions in payouts cannot be paid, and whom payment files leave out, as answers tell it. */
export function proveAnswers(): void {
  for (const { by, code, params, text } of factsOfAnswers()) {
    const words =
      by === 'read_payment_file'
        ? leftText({ code, reason: NO_WORDS })
        : failureText({ code, params }, problemText(code, params, NO_WORDS));
    expect([by, code, bare(words)]).toEqual([by, code, bare(text)]);
  }
}

/** The same of why payouts were not paid on their day. */
export async function proveFailures(sql: Sql): Promise<void> {
  const rows = await sql<Kept>(
    `select distinct b.schedule_failure ->> 'code' as code, b.schedule_failure -> 'params' as params, b.schedule_problem as text
     from public.payout_batches b where b.schedule_problem is not null
     union
     select e.details ->> 'code', e.details -> 'params', e.details ->> 'reason'
     from public.payout_events e where e.action = 'not_paid'`,
  );
  for (const { code, params, text } of rows)
    expect([code, bare(failureText({ code, params }, NO_WORDS))]).toEqual([code, bare(text)]);
}

/** What the history of a sale says in English; the app says who did it. */
const SALE_TEXTS: Readonly<Record<string, (params: { from: string; to: string }) => string>> = {
  created: () => 'Sale created',
  status_changed: ({ from, to }) => `Status changed from ${from} to ${to}`,
};

/** The same of histories of commissions and sales. */
export async function proveHistories(sql: Sql): Promise<void> {
  const commissions = await sql<Entry>(
    'select distinct code, params, notes from public.commission_history where code is not null',
  );
  for (const entry of commissions)
    expect([entry.code, commissionNote({ ...entry, notes: NO_WORDS }, String)]).toEqual([
      entry.code,
      entry.notes,
    ]);
  const sales = await sql<Entry & { params: { from: string; to: string } }>(
    'select distinct code, params, notes from public.sales_history where code is not null or notes is not null',
  );
  for (const { code, params, notes } of sales)
    expect([code, SALE_TEXTS[code]?.(params)]).toEqual([code, notes]);
}

/** The same of the notes of payouts' lines, in payouts, statements and what was told of both. */
export async function proveNotes(sql: Sql): Promise<void> {
  const rows = await sql<{ fact: Coded; text: string }>(
    `select distinct l.note_fact as fact, l.note as text from public.payout_lines l where l.note_fact is not null
     union
     select e.details -> 'note_fact', e.details ->> 'note' from public.payout_events e
     where jsonb_typeof(e.details -> 'note_fact') = 'object'
     union
     select n.line -> 'note_fact', n.line ->> 'note' from public.payout_statements s
     cross join jsonb_array_elements(s.content -> 'lines') n(line) where jsonb_typeof(n.line -> 'note_fact') = 'object'`,
  );
  for (const { fact, text } of rows)
    expect([fact.code, payoutNote({ note: NO_WORDS, noteFact: fact })]).toEqual([fact.code, text]);
}

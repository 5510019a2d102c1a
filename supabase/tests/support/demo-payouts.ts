import { toReview } from './demo-bank';
import { carriedBy, rowFigures, totalsOf, type Book } from './demo-payout-rows';
import { allOf, type Ask } from './demo-person';
import { isReady, obstacleOf, type Demo, type DemoRow } from './demo-rows';
import { sumOf, type Findings } from './figure-tree';

const shares = (rows: readonly DemoRow[]) => ({
  count: rows.length,
  amount: sumOf(rows, ({ share }) => share),
});
const agentsOf = (rows: readonly DemoRow[]) => new Set(rows.map(({ agent }) => agent)).size;

/** Commissions whose vendor has paid, with this in their way. */
const kept = (demo: Demo, obstacle: string | null) =>
  demo.rows.filter((row) => row.state === 'funds_received' && obstacleOf(row, demo) === obstacle);

interface PayoutList {
  strip: { ready: { count: number; amount: number } };
}

/** The strip, and the figures of each payout. */
async function checkList(ask: Ask, demo: Demo, book: Book, findings: Findings): Promise<string[]> {
  const list = await allOf<{ id: string; status: string }, PayoutList>(ask, 'list_payouts');
  const where = `${demo.person.login}: payouts`;
  const batch = (id: string) => book.batches.find((one) => one.id === id) ?? { id, status: '' };
  const [held, travel] = [kept(demo, 'held'), kept(demo, 'travel')];
  const ready = demo.rows.filter((row) => isReady(row, demo));
  const year = demo.person.today.slice(0, 4);
  const paid = (of: string) => book.payments.filter(({ day, voided }) => !voided && day.startsWith(of));
  findings.compare(where, list, {
    count: book.batches.length,
    to_review: await toReview(demo),
    rows: list.rows.map(({ id }) => rowFigures(batch(id), book)),
    strip: {
      ready: { ...shares(ready), agents: agentsOf(ready) },
      held: { ...shares(held), agents: agentsOf(held) },
      travel: shares(travel),
      this_year: sumOf(paid(year), (payment) => payment.paid / 100),
      last_year: sumOf(paid(String(Number(year) - 1)), (payment) => payment.paid / 100),
      payouts: new Set(paid(year).flatMap((payment) => payment.batch ?? [])).size,
    },
  });
  const { rows } = await allOf<{ agent_amount: number }>(ask, 'list_commissions', { ready: true });
  findings.compare(
    `${where} strip.ready, in its list,`,
    { count: list.strip.ready.count, amount: list.strip.ready.amount },
    {
      count: rows.length,
      amount: sumOf(rows, ({ agent_amount }) => agent_amount),
    },
  );
  // What was paid this year leads to the report of agents' year.
  const { total } = await ask<{ total: { paid: number } }>('run_report', {
    definition: { report: 'agents_year' },
  });
  findings.compare(
    `${where} strip.this_year, in its report,`,
    total.paid,
    sumOf(paid(year), (payment) => payment.paid / 100),
  );
  return list.rows.map(({ id }) => id);
}

interface Shown {
  id: string;
  kind?: string;
  commission_id: string | null;
  line_id?: string;
}

/** A line as a screen shows it, from the line and its commission. */
function lineOf({ id, commission_id }: Shown, demo: Demo, book: Book): object {
  const line = book.lines.find((one) => one.id === id);
  const row = demo.rows.find(({ commission }) => commission === commission_id);
  return { amount: line?.amount ?? row?.share, ...(row && { commission: row.gross, split: row.split }) };
}

interface Payout {
  payout: { status: string };
  agents: { id: string }[];
  lines: Shown[];
  held: Shown[];
  open: object | null;
  events: object;
}

/** One payout: its figures, every agent's, and its lines. */
async function checkPayout(ask: Ask, id: string, demo: Demo, book: Book, findings: Findings): Promise<void> {
  const batch = book.batches.find((one) => one.id === id) ?? { id, status: '' };
  const { events: _events, ...answer } = await ask<Payout>('get_payout', { batch_id: id });
  const totals = totalsOf(batch, book);
  const lines = book.lines.filter((line) => line.batch === id);
  const open = (obstacle: string | null) =>
    shares(kept(demo, obstacle).filter(({ payout }) => payout === null));
  const unfunded = lines.filter(
    ({ kind, commission }) =>
      kind === 'commission' && (demo.rows.find((row) => row.commission === commission)?.open ?? 0) > 0,
  );
  findings.compare(`${demo.person.login}: payout ${batch.status} ${id}`, answer, {
    payout: rowFigures(batch, book),
    agents: answer.agents.map(({ id: agent }) => {
      const { agent: _agent, ...figures } = totals.find((one) => one.agent === agent) ?? { agent };
      return figures;
    }),
    lines: answer.lines.map((line) => lineOf(line, demo, book)),
    held: answer.held.map((line) => lineOf(line, demo, book)),
    open: answer.open && { travel: open('travel'), collectable: open(null) },
    unfunded: { count: unfunded.length, amount: sumOf(unfunded, ({ amount }) => amount) },
  });
  if (answer.lines.length !== lines.length)
    findings.wrong.push(
      `${demo.person.login}: payout ${id} shows ${answer.lines.length} of ${lines.length} lines`,
    );
}

interface Mine {
  lines: Shown[];
  carried_in: number;
  waiting: { obstacle: string; count: number; rows: { commission_id: string }[] }[];
  held: object;
  statements: { id: string }[];
  statement_count: number;
}

/** What an agent reads of the next payout, and of those before. */
async function checkMine(ask: Ask, demo: Demo, book: Book, findings: Findings): Promise<void> {
  const { person } = demo;
  const own = { ...demo, rows: demo.rows.filter(({ agent }) => agent === person.id) };
  const answer = await ask<Mine>('get_my_payouts');
  const open = book.batches.find(({ status }) => ['draft', 'approved', 'scheduled'].includes(status));
  const waiting = (obstacle: string) =>
    own.rows.filter(
      (row) =>
        ['unpaid', 'funds_received'].includes(row.state) &&
        row.payout === null &&
        (obstacleOf(row, own) ?? 'later') === obstacle,
    );
  const next = book.lines.filter(
    (line) => line.agent === person.id && (open ? line.batch === open.id : line.batch === null),
  );
  const collectable = open ? [] : own.rows.filter((row) => isReady(row, own) && row.payout === null);
  const carried = carriedBy(person.id, book.payments);
  const lines = next.length + collectable.length;
  const sum =
    sumOf(next, ({ amount }) => amount) +
    sumOf(collectable, ({ share }) => share) +
    (lines > 0 ? carried : 0);
  const mine = book.payments.filter(({ agent }) => agent === person.id);
  const statement = (id: string) => mine.find((payment) => payment.id === id);
  findings.compare(`${person.login}: my payouts`, answer, {
    lines: answer.lines.map((line) => lineOf(line, own, book)),
    amount: Math.max(sum, 0),
    carried_in: carried,
    carried_out: lines === 0 ? carried : Math.min(sum, 0),
    waiting: answer.waiting.map(({ obstacle, rows }) => ({
      ...shares(waiting(obstacle)),
      rows: rows.map(({ commission_id }) => ({
        amount: own.rows.find((row) => row.commission === commission_id)?.share,
      })),
    })),
    paid_this_year: sumOf(
      mine.filter(({ day, voided }) => !voided && day.startsWith(person.today.slice(0, 4))),
      ({ paid }) => paid / 100,
    ),
    statements: answer.statements.map(({ id }) => ({
      amount: (statement(id)?.paid ?? Number.NaN) / 100,
      carried_out: (statement(id)?.carriedOut ?? Number.NaN) / 100,
    })),
    statement_count: mine.filter(({ batch }) => batch !== null).length,
  });
  if (answer.lines.length !== lines)
    findings.wrong.push(`${person.login}: my payouts shows ${answer.lines.length} of ${lines} lines`);
  const told = answer.waiting
    .map(({ obstacle }) => obstacle)
    .sort()
    .join();
  const real = [...new Set(['held', 'travel', 'vendor', 'customer', ...(open ? ['later'] : [])])].filter(
    (obstacle) => waiting(obstacle).length > 0,
  );
  if (told !== real.sort().join())
    findings.wrong.push(`${person.login}: my payouts waits for ${told}, not ${real.join()}`);
}

interface Statement {
  lines: { kind: string; commission_id: string | null; amount: number }[];
}

/** Statements, each with its lines. */
async function checkStatements(ask: Ask, demo: Demo, book: Book, findings: Findings): Promise<void> {
  const { login, id: agent } = demo.person;
  const list = await allOf<{ id: string }>(ask, 'list_statements');
  const own = book.payments.filter((payment) => payment.agent === agent);
  const paidIn = (year: number) =>
    sumOf(
      own.filter(({ day, voided }) => !voided && day.startsWith(String(year))),
      ({ paid }) => paid / 100,
    );
  const find = (id: string) => own.find((payment) => payment.id === id);
  findings.compare(`${login}: statements`, list, {
    count: own.filter(({ batch }) => batch !== null).length,
    rows: list.rows.map(({ id }) => ({
      amount: (find(id)?.paid ?? Number.NaN) / 100,
      carried_out: (find(id)?.carriedOut ?? Number.NaN) / 100,
    })),
  });
  for (const { id } of list.rows) {
    const { lines, ...answer } = await ask<Statement>('get_statement', { statement_id: id });
    const payment = find(id);
    if (!payment) continue;
    const year = Number(payment.day.slice(0, 4));
    const of = (is: (kind: string) => boolean) =>
      Math.round(
        sumOf(
          lines.filter(({ kind }) => is(kind)),
          ({ amount }) => amount,
        ) * 100,
      );
    findings.compare(`${login}: statement of ${payment.day}`, answer, {
      commission_amount: payment.commissions / 100,
      adjustment_amount: payment.adjustments / 100,
      carried_in: payment.carriedIn / 100,
      carried_out: payment.carriedOut / 100,
      amount: payment.paid / 100,
      paid_this_year: paidIn(year),
      paid_last_year: paidIn(year - 1),
    });
    findings.compare(
      `${login}: lines of the statement of ${payment.day}`,
      { commissions: of((kind) => kind === 'commission'), others: of((kind) => kind !== 'commission') },
      { commissions: payment.commissions, others: payment.adjustments },
    );
  }
}

/** Everything that screens of payouts say: each person's part is paid by itself. */
export async function checkPayouts(ask: Ask, seen: Demo, book: Book, findings: Findings): Promise<void> {
  const demo = { ...seen, rows: seen.parts };
  if (demo.person.isAdmin)
    for (const id of await checkList(ask, demo, book, findings))
      await checkPayout(ask, id, demo, book, findings);
  await checkMine(ask, demo, book, findings);
  await checkStatements(ask, demo, book, findings);
}

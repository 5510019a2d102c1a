import { isDeepStrictEqual } from 'node:util';
import { paymentRowsOf, yearsThatDisagree } from './agent-year-oracle';
import { ask } from './bank';
import { sql } from './database';
import { closedMonths, type Snapshots } from './money-books';
import type { MoneyHistory } from './money-history';
import { judge, owedRows, type JudgedRow } from './money-judge';
import { aDefinition, everyReport, expected, readers, rowsBehind, told } from './money-reports';
import { checkOwed } from './owed-checks';
import { faults } from './payouts';
import type { Definition } from './report-oracle';

/** What somebody is told that the judge says otherwise. */
type Finding = [what: string, told: unknown, judged: unknown];

interface Statement {
  amount: number;
  commission_amount: number;
  adjustment_amount: number;
  carried_in: number;
  carried_out: number;
  lines: { amount: number }[];
}

/** Only what differs, field by field. */
function difference(said: unknown, judged: unknown): unknown {
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null;
  if (!isRecord(said) || !isRecord(judged))
    return isDeepStrictEqual(said, judged) ? undefined : [said, judged];
  const names = [...new Set([...Object.keys(said), ...Object.keys(judged)])];
  const different = names.flatMap((name) => {
    const each = difference(said[name], judged[name]);
    return each === undefined ? [] : [`${name}: ${JSON.stringify(each)}`];
  });
  return different.length > 0 ? different.join(', ') : undefined;
}

/** Statements as office and agent read them, against their lines and payments. */
async function wrongStatements({ agency }: MoneyHistory): Promise<Finding[]> {
  const wrong: Finding[] = (await faults(agency.organizationId)).map((fault) => ['fault', fault, null]);
  const rows = (await paymentRowsOf(agency.organizationId)).filter(({ batch }) => batch !== null);
  for (const row of rows)
    for (const person of [agency.owner, [agency.agent, agency.rival].find(({ id }) => id === row.agent)]) {
      if (!person) continue;
      const statement = await ask<Statement>(person, 'get_statement', { statement_id: row.id });
      const lines = statement.lines.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0);
      const said = [
        statement.amount,
        statement.commission_amount,
        statement.adjustment_amount,
        statement.carried_in,
        statement.carried_out,
      ].map((amount) => Math.round(amount * 100));
      const judged = [row.paid, row.commissions, row.adjustments, row.carriedIn, row.carriedOut];
      if (!isDeepStrictEqual([lines, ...said], [row.commissions + row.adjustments, ...judged]))
        wrong.push([`statement ${row.id}`, [lines, ...said], judged]);
    }
  return wrong;
}

/**
 * Commissions as their pages read them; and what agents give back of what they were paid: corrections of written-off money, recalls of what
 * vendors took back.
 */
async function wrongCommissions(
  { agency, journal }: MoneyHistory,
  rows: readonly JudgedRow[],
): Promise<Finding[]> {
  const said = await sql<{ id: string; told: object; corrected: number; recalled: number }>(
    `select c.id, jsonb_build_object('share', (c.agent_amount * 100)::int, 'received', (c.received_amount * 100)::int,
         'writtenOff', (c.written_off * 100)::int, 'open', (c.open_amount * 100)::int,
         'due', c.due_on, 'takenBack', (c.taken_back_amount * 100)::int, 'late', c.received_on - c.due_on) as told,
       (100 * coalesce(sum(l.amount) filter (where l.kind = 'correction'), 0))::int as corrected,
       (100 * coalesce(sum(l.amount) filter (where l.kind = 'recall'), 0))::int as recalled
     from public.commissions c left join public.payout_lines l on l.commission_id = c.id
     where c.organization_id = $1 group by c.id`,
    [agency.organizationId],
  );
  const of = new Map(said.map((each) => [each.id, each]));
  return rows.flatMap((row): Finding[] => {
    const { told: page = {}, corrected = 0, recalled = 0 } = of.get(row.commission) ?? {};
    const { share, received, writtenOff, open, takenBack, late, days } = row;
    const judged = {
      share,
      received,
      writtenOff,
      open,
      due: days.due,
      takenBack,
      late,
    };
    // What figures have of it, by day and person, is all that was taken back.
    const parts = row.recalls.reduce((sum, { back }) => sum + back, 0);
    if (parts !== takenBack) return [[`recalls of ${row.reference}`, parts, takenBack]];
    if (row.status !== 'cancelled' && !isDeepStrictEqual(page, judged))
      return [[`commission of ${row.reference}`, page, judged]];
    if (row.payment === null || journal.unclear.has(row.commission)) return [];
    const left = row.payment + recalled + corrected;
    if (left < 0) return [[`taken back of ${row.reference}`, [corrected, recalled], row.payment]];
    const due = row.shareNow - row.payment;
    // Recalls leave less to correct, in the order in which both came.
    return corrected === due || (recalled < 0 && left === 0)
      ? []
      : [[`correction of ${row.reference}`, corrected, due]];
  });
}

/** Reports as each reader is told them; the last of them with the rows behind. */
async function wrongReports(
  history: MoneyHistory,
  rows: readonly JudgedRow[],
  definitions: readonly Definition[],
  withRows: number,
): Promise<Finding[]> {
  const wrong: Finding[] = [];
  for (const reader of readers(history))
    for (const [n, asked] of definitions.entries()) {
      const what = `${reader.person.email} ${JSON.stringify(asked)}`;
      const judged = expected(history, rows, reader, asked).told;
      const said = await told(reader.person, asked);
      if (!isDeepStrictEqual(said, judged)) {
        wrong.push([what, said, judged]);
        continue;
      }
      if (n < definitions.length - withRows) continue;
      const [key, figures] = Object.entries(said.groups)[
        history.below(Math.max(Object.keys(said.groups).length, 1))
      ] ?? [null, said.total];
      for (const [group, sum] of [
        [null, said.total],
        [key, figures],
      ] as const) {
        const behind = await rowsBehind(reader, asked, group, sum);
        if (!isDeepStrictEqual(behind.page, sum))
          wrong.push([`figures behind ${group} of ${what}`, behind.page, sum]);
        if (!isDeepStrictEqual(behind.rows, behind.figures))
          wrong.push([`rows behind ${group} of ${what}`, behind.rows, behind.figures]);
      }
    }
  return wrong;
}

/** Closed months that say something else than when they were closed. */
async function wrongMonths(history: MoneyHistory, kept: Snapshots): Promise<Finding[]> {
  const { closedThrough } = history.journal;
  if (!closedThrough || kept.size === 0) return [];
  const now = await closedMonths(history, closedThrough);
  return [...kept].flatMap(([what, before]): Finding[] =>
    isDeepStrictEqual(now.get(what), before) ? [] : [[`closed months: ${what}`, now.get(what), before]],
  );
}

/** Everything that says a sum, after and before the totals of months are made again. */
export async function findings(history: MoneyHistory, kept: Snapshots, draws: number): Promise<string[]> {
  const { agency, vendors, journal } = history;
  const { organizationId } = agency;
  const rows = await judge(organizationId, journal);
  await checkOwed(agency, vendors, await owedRows(organizationId, rows));
  const definitions = [...everyReport(history), ...Array.from({ length: draws }, () => aDefinition(history))];
  const wrong = [...(await wrongCommissions(history, rows)), ...(await wrongStatements(history))];
  for (const when of ['before', 'after']) {
    if (when === 'after') await sql('select private.refresh_report_totals_of($1, null)', [organizationId]);
    const years = await yearsThatDisagree(agency, [agency.agent, agency.rival, agency.admin]);
    const found: Finding[] = [
      ...years.map((year): Finding => ['agents’ year', year, null]),
      ...(await wrongReports(history, rows, definitions, when === 'before' ? draws : 0)),
      ...(await wrongMonths(history, kept)),
    ];
    wrong.push(...found.map(([what, ...rest]): Finding => [`${when} the refresh: ${what}`, ...rest]));
  }
  const totals = await sql('select * from private.check_report_totals($1)', [organizationId]);
  if (totals.length > 0) wrong.push(['totals of months', totals, []]);
  return wrong.map(([what, said, judged]) => `${what}: ${String(difference(said, judged))}`);
}

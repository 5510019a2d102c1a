import { isDeepStrictEqual } from 'node:util';
import { ask } from './bank';
import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

/** One payment to an agent as it stands in the tables: a statement, or a single payment; money in cents. */
export interface PaymentRow {
  id: string;
  agent: string;
  day: string;
  batch: string | null;
  commissions: number;
  adjustments: number;
  carriedIn: number;
  carriedOut: number;
  paid: number;
  voided: boolean;
}

/** Read from lines and payments, not from what statements say they come to; what is carried follows from the statements before. */
export async function paymentRowsOf(organizationId: string): Promise<PaymentRow[]> {
  const [statements, singles, voids] = await Promise.all([
    sql<PaymentRow & { lines: { kind: string; amount: number }[] }>(
      `select s.id, s.agent_id as agent, s.paid_on::text as day, s.batch_id as batch, (
         select jsonb_agg(jsonb_build_object('kind', l.kind, 'amount', (l.amount * 100)::int)) from public.payout_lines l
         where l.batch_id = s.batch_id and l.agent_id = s.agent_id) as lines
       from public.payout_statements s where s.organization_id = $1 order by s.created_at, s.number`,
      [organizationId],
    ),
    sql<{ id: string; agent: string; day: string; amount: number }>(
      `select p.id, p.agent_id as agent, p.payment_date::text as day, (p.amount * 100)::int as amount
       from public.agent_payments p where p.organization_id = $1 and p.batch_id is null`,
      [organizationId],
    ),
    sql<{ id: string }>(
      'select coalesce(statement_id, payment_id) as id from public.payment_voids where organization_id = $1',
      [organizationId],
    ),
  ]);
  const voided = new Set(voids.map(({ id }) => id));
  const carried = new Map<string, number>();
  const rows = statements.map(({ lines, ...statement }): PaymentRow => {
    const sum = (of: (kind: string) => boolean) =>
      lines.filter(({ kind }) => of(kind)).reduce((cents, { amount }) => cents + amount, 0);
    const commissions = sum((kind) => kind === 'commission');
    const adjustments = sum((kind) => kind !== 'commission');
    const carriedIn = carried.get(statement.agent) ?? 0;
    const total = commissions + adjustments + carriedIn;
    carried.set(statement.agent, Math.min(total, 0));
    return {
      ...statement,
      commissions,
      adjustments,
      carriedIn,
      carriedOut: Math.min(total, 0),
      paid: Math.max(total, 0),
      voided: voided.has(statement.id),
    };
  });
  return [
    ...rows,
    ...singles.map(({ id, agent, day, amount }) => ({
      ...{ id, agent, day, batch: null, commissions: amount, paid: amount },
      ...{ adjustments: 0, carriedIn: 0, carriedOut: 0, voided: voided.has(id) },
    })),
  ];
}

/** What payments come to, as the report says it. */
export function yearFigures(rows: readonly PaymentRow[]) {
  const sum = (of: (row: PaymentRow) => number) => rows.reduce((cents, row) => cents + of(row), 0) / 100;
  return {
    n: rows.length,
    paid: sum(({ paid }) => paid),
    commissions: sum(({ commissions }) => commissions),
    adjustments: sum(({ adjustments }) => adjustments),
    carried_in: sum(({ carriedIn }) => carriedIn),
    carried_out: sum(({ carriedOut }) => carriedOut),
  };
}

interface Report {
  rows: { key: string; figures: object }[];
  total: object;
}

/** Today's year in the organization, and the one before. */
async function years(organizationId: string): Promise<[number, number]> {
  const { year } = await sqlOne<{ year: number }>(
    `select extract(year from now() at time zone o.time_zone)::int as year from public.organizations o where o.id = $1`,
    [organizationId],
  );
  return [year, year - 1];
}

/** Where anything that says what agents were paid in a year says something else than the payments come to. */
export async function yearsThatDisagree(agency: TestAgency, agents: readonly Person[]): Promise<string[]> {
  const all = (await paymentRowsOf(agency.organizationId)).filter(({ voided }) => !voided);
  const [now, before] = await years(agency.organizationId);
  const of = (year: number, agent?: string) =>
    all.filter((row) => row.day.startsWith(String(year)) && (!agent || row.agent === agent));
  const wrong: string[] = [];
  const compare = (what: string, told: unknown, rows: unknown) => {
    if (!isDeepStrictEqual(told, rows))
      wrong.push(`${what}: ${JSON.stringify(told)} for ${JSON.stringify(rows)}`);
  };
  const parts = (figures: object) => {
    const { n, paid, commissions, adjustments, carried_in, carried_out } = figures as ReturnType<
      typeof yearFigures
    >;
    return { n, paid, commissions, adjustments, carried_in, carried_out };
  };
  for (const [range, year] of [
    ['this_year', now],
    ['last_year', before],
  ] as const)
    for (const group of ['agent', 'month'] as const) {
      const definition = { report: 'agents_year', range, group };
      const report = await ask<Report>(agency.owner, 'run_report', { definition });
      compare(`total of ${year}`, parts(report.total), yearFigures(of(year)));
      for (const { key, figures } of report.rows) {
        const rows = of(year).filter((row) =>
          group === 'agent' ? row.agent === key : row.day.startsWith(key.slice(0, 7)),
        );
        compare(`${key} of ${year}`, parts(figures), yearFigures(rows));
        const behind = await ask<{ count: number; figures: object; rows: { id: string; paid: number }[] }>(
          agency.admin,
          'get_report_rows',
          { definition, key, page_size: 5000 },
        );
        compare(`rows of ${key}`, parts(behind.figures), yearFigures(rows));
        compare(
          `ids of ${key}`,
          behind.rows.map(({ id, paid }) => `${id} ${paid}`).sort(),
          rows.map(({ id, paid }) => `${id} ${paid / 100}`).sort(),
        );
      }
      if (group === 'agent')
        compare(
          `agents of ${year}`,
          report.rows.map(({ key }) => key).sort(),
          [...new Set(of(year).map((row) => row.agent))].sort(),
        );
    }
  const { strip } = await ask<{ strip: { this_year: number; last_year: number; payouts: number } }>(
    agency.admin,
    'list_payouts',
  );
  compare(
    'strip',
    [strip.this_year, strip.last_year],
    [now, before].map((year) => yearFigures(of(year)).paid),
  );
  compare('payouts', strip.payouts, new Set(of(now).flatMap(({ batch }) => batch ?? [])).size);
  for (const agent of agents) {
    const [thisYear, lastYear] = [now, before].map((year) => yearFigures(of(year, agent.id)).paid);
    const mine = await ask<{ paid_this_year: number }>(agent, 'get_my_payouts');
    compare('My payouts', mine.paid_this_year, thisYear);
    const report = await ask<Report>(agent, 'run_report', {
      definition: { report: 'agents_year', agent_id: agent.id },
    });
    compare('own report', parts(report.total), yearFigures(of(now, agent.id)));
    const { paid } = await ask<{ paid: { this_year: number; last_year: number } }>(
      agency.admin,
      'get_member_profile',
      { member_id: agent.id },
    );
    compare('member', [paid.this_year, paid.last_year], [thisYear, lastYear]);
    const statement = all.find((row) => row.agent === agent.id && row.batch);
    if (statement) {
      const told = await ask<{ paid_this_year: number; paid_last_year: number }>(
        agency.owner,
        'get_statement',
        {
          statement_id: statement.id,
        },
      );
      const year = Number(statement.day.slice(0, 4));
      compare(
        'statement',
        [told.paid_this_year, told.paid_last_year],
        [year, year - 1].map((each) => yearFigures(of(each, agent.id)).paid),
      );
    }
  }
  return wrong;
}

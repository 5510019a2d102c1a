import { paymentRowsOf, type PaymentRow } from './agent-year-oracle';
import { sql } from './database';
import type { Demo } from './demo-rows';
import { sumOf } from './figure-tree';

/** One line of a payout, or an adjustment that waits for one. */
interface Line {
  id: string;
  batch: string | null;
  agent: string;
  kind: string;
  amount: number;
  commission: string | null;
}

/** What stands in the tables of payouts. */
export interface Book {
  lines: Line[];
  payments: PaymentRow[];
  batches: { id: string; status: string }[];
}

export async function readBook({ person }: Demo): Promise<Book> {
  const lines = await sql<Line>(
    `select l.id, l.batch_id as batch, l.agent_id as agent, l.kind, l.amount::float8 as amount, l.commission_id as commission
     from public.payout_lines l where l.organization_id = $1`,
    [person.organizationId],
  );
  const batches = await sql<Book['batches'][number]>(
    'select b.id, b.status from public.payout_batches b where b.organization_id = $1',
    [person.organizationId],
  );
  return { lines, batches, payments: await paymentRowsOf(person.organizationId) };
}

/** What each agent gets by a payout: of a paid one what the lines of then came to, of another what they come to now. */
export function totalsOf(batch: Book['batches'][number], { lines, payments }: Book) {
  const paid = payments.filter((payment) => payment.batch === batch.id);
  if (paid.length > 0)
    return paid.map((payment) => ({
      agent: payment.agent,
      commissions: payment.commissions / 100,
      adjustments: payment.adjustments / 100,
      carried_in: payment.carriedIn / 100,
      carried_out: payment.carriedOut / 100,
      amount: payment.paid / 100,
    }));
  const own = lines.filter((line) => line.batch === batch.id);
  return [...new Set(own.map(({ agent }) => agent))].map((agent) => {
    const some = own.filter((line) => line.agent === agent);
    const commissions = sumOf(
      some.filter(({ kind }) => kind === 'commission'),
      (line) => line.amount,
    );
    const adjustments = sumOf(
      some.filter(({ kind }) => kind !== 'commission'),
      (line) => line.amount,
    );
    const carried = carriedBy(agent, payments);
    const total = Math.round((commissions + adjustments + carried) * 100) / 100;
    const [amount, carried_out] = [Math.max(total, 0), Math.min(total, 0)];
    return { agent, commissions, adjustments, carried_in: carried, carried_out, amount };
  });
}

/** What an agent's last statement carries over. */
export const carriedBy = (agent: string, payments: readonly PaymentRow[]): number =>
  (payments.filter((payment) => payment.batch !== null && payment.agent === agent).at(-1)?.carriedOut ?? 0) /
  100;

/** The figures of a payout. */
export function rowFigures(batch: Book['batches'][number], book: Book) {
  const totals = totalsOf(batch, book);
  const lines = book.lines.filter((line) => line.batch === batch.id);
  return {
    agents: totals.filter(({ amount }) => amount > 0).length,
    commissions: lines.filter(({ kind }) => kind === 'commission').length,
    commission_amount: sumOf(totals, ({ commissions }) => commissions),
    adjustment_amount: sumOf(totals, ({ adjustments }) => adjustments),
    carried_in: sumOf(totals, ({ carried_in }) => carried_in),
    carried_out: sumOf(totals, ({ carried_out }) => carried_out),
    amount: sumOf(totals, ({ amount }) => amount),
  };
}

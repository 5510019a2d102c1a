import { randomUUID } from 'node:crypto';
import { ask } from './bank';
import { addDays } from './dashboard';
import { sql } from './database';
import { aDay, aSale, oneOf, outcome, type Operation, type Weighted } from './money-history';
import { pageOf, type Done } from './payouts';
import type { TestAgency } from './test-agency';

const openPayoutOf = async ({ organizationId }: TestAgency, status: string) => {
  const [open] = await sql<{ id: string }>(
    'select id from public.payout_batches where organization_id = $1 and status = $2',
    [organizationId, status],
  );
  return open;
};

const payAlone: Operation = async (history) => {
  const { agency } = history;
  const row = await aSale(
    history,
    ({ status, saleStatus }) => status === 'funds_received' && saleStatus === 'paid',
  );
  if (!row) return false;
  return outcome(
    await ask<Done>(agency.admin, 'record_agent_payment', {
      ...{ commission_id: row.commission, agent_id: row.agent, organization_id: agency.organizationId },
      ...{ created_by: agency.admin.id, amount: row.share / 100 },
      ...{ payment_date: aDay(history, 400), payment_method: 'check' },
    }),
  );
};

const adjust: Operation = async (history) => {
  const { agency, below } = history;
  const bonus = below(2) === 0;
  return outcome(
    await ask<Done>(agency.admin, 'add_payout_adjustment', {
      agent_id: below(2) ? agency.agent.id : agency.rival.id,
      kind: bonus ? 'bonus' : 'correction',
      amount: (bonus ? 1 + below(20_000) : below(40_000) - 30_000) / 100,
      note: 'Said why',
    }),
  );
};

const startPayout: Operation = async ({ agency }) => outcome(await ask<Done>(agency.admin, 'start_payout'));

const approvePayout: Operation = async (history) => {
  const { agency, below } = history;
  const open = await openPayoutOf(agency, 'draft');
  if (!open) return false;
  const { lines, problems } = await pageOf(agency.admin, open.id);
  const stale = problems as unknown as { line_id: string }[];
  const gone = [
    ...stale.map(({ line_id }) => line_id),
    ...(below(3) ? [] : lines.slice(0, 1).map(({ id }) => id)),
  ];
  if (gone.length > 0) await ask(agency.admin, 'remove_payout_lines', { batch_id: open.id, line_ids: gone });
  const { payout } = await pageOf(agency.admin, open.id);
  return outcome(
    await ask<Done>(agency.admin, 'approve_payout', { batch_id: open.id, expected_version: payout.version }),
  );
};

const payPayout: Operation = async (history) => {
  const { agency, today, below } = history;
  const open = await openPayoutOf(agency, 'approved');
  if (!open) return false;
  const { payout } = await pageOf(agency.admin, open.id);
  const paid = await ask<Done>(agency.admin, 'pay_payout', {
    ...{ batch_id: open.id, expected_version: payout.version, reference: 'PAY', payment_key: randomUUID() },
    paid_on: below(3) ? addDays(today, -below(40)) : aDay(history, 400),
  });
  if (!paid.success && paid.problems?.length)
    await ask(agency.admin, 'reopen_payout', { batch_id: open.id, reason: 'Stale', bank_has_it: false });
  return outcome(paid);
};

/** Voids one of what was paid: a statement, or a payment of one commission alone. */
const voids =
  (name: 'void_statement_payment' | 'void_agent_payment', id: string, from: string): Operation =>
  async (history) => {
    const one = oneOf(history, await sql<{ id: string }>(from, [history.agency.organizationId]));
    if (!one) return false;
    return outcome(await ask<Done>(history.agency.admin, name, { [id]: one.id, reason: 'It came back' }));
  };

const correct: Operation = async (history) => {
  const one = oneOf(
    history,
    await sql<{ id: string }>(
      'select id from public.agent_payments where organization_id = $1 and batch_id is null order by created_at, id',
      [history.agency.organizationId],
    ),
  );
  if (!one) return false;
  return outcome(
    await ask<Done>(history.agency.admin, 'correct_agent_payment', {
      ...{ payment_id: one.id, payment_date: aDay(history, 400), payment_method: 'cash' },
    }),
  );
};

const recall: Operation = async (history) => {
  const row = await aSale(history, ({ payment }) => payment !== null && payment > 1);
  if (!row) return false;
  const most = Math.max(Math.floor((row.payment ?? 0) / 3), 1);
  return outcome(
    await ask<Done>(history.agency.admin, 'record_recall', {
      ...{ commission_id: row.commission, amount: (1 + history.below(most)) / 100, note: 'Taken back' },
    }),
  );
};

/** What happens between the agency and its agents. */
export const PAYOUT_OPERATIONS: readonly Weighted[] = [
  ['pay one', 6, payAlone],
  ['bonus or correction', 4, adjust],
  ['start a payout', 5, startPayout],
  ['approve a payout', 6, approvePayout],
  ['pay a payout', 7, payPayout],
  [
    'void a statement',
    3,
    voids(
      'void_statement_payment',
      'statement_id',
      'select id from public.payout_statements where organization_id = $1 and paid_amount > 0 order by number, id',
    ),
  ],
  [
    'void one',
    2,
    voids(
      'void_agent_payment',
      'payment_id',
      'select id from public.agent_payments where organization_id = $1 and batch_id is null order by created_at, id',
    ),
  ],
  ['correct a payment', 2, correct],
  ['recall by hand', 2, recall],
];

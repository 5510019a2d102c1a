import type { Row } from './row';
import { dayOf } from './calendar';
import type { SaleLifecycle } from './sale-lifecycles';

/**
 * What the triggers would have written, with the times of the sale's life cycle. `previous` and `next` hold the changed
 * fields; for a creation, `next` holds only what differs from the row as it stands today.
 */
export interface Change {
  id: string;
  type: 'create' | 'update' | 'status_change';
  by: string;
  at: Date;
  previous: Row | null;
  next: Row;
  notes: string | null;
  /** The status at that time, of a commission's update that leaves it; unpaid when it is not said. */
  standing?: string;
}

const dollars = (cents: number): number => cents / 100;

/** The changed ones of these fields, before and after. */
function changed(before: Row, after: Row): { previous: Row; next: Row } {
  const fields = Object.keys(before).filter((field) => before[field] !== after[field]);
  const only = (row: Row): Row => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { previous: only(before), next: only(after) };
}

export function saleChanges(sale: SaleLifecycle, admin: string): Change[] {
  const { id, agent, edit } = sale;
  const after: Row = {
    total_amount: dollars(sale.total),
    commission_rate: sale.rate / 100,
    commission_amount: dollars(sale.commission),
  };
  const before: Row = edit
    ? {
        total_amount: dollars(edit.firstTotal),
        commission_rate: edit.firstRate / 100,
        commission_amount: dollars(edit.firstCommission),
      }
    : after;
  const status = (at: Date | null, from: string, to: string, by: string): Change[] =>
    at
      ? [
          {
            id,
            type: 'status_change',
            by,
            at,
            previous: { status: from },
            next: { status: to },
            notes: `Status changed from ${from} to ${to}`,
          },
        ]
      : [];
  return [
    {
      id,
      type: 'create',
      by: agent.id,
      at: sale.createdAt,
      previous: null,
      next: { ...before, status: 'booked' },
      notes: 'Sale created',
    },
    ...(edit
      ? [{ id, type: 'update' as const, by: agent.id, at: edit.at, ...changed(before, after), notes: null }]
      : []),
    ...status(sale.paidAt, 'booked', 'paid', agent.id),
    ...status(sale.cancelledAt, sale.paidAt ? 'paid' : 'booked', 'cancelled', sale.paidAt ? admin : agent.id),
  ];
}

export function commissionChanges(sale: SaleLifecycle, admin: string): Change[] {
  const { commissionId: id, agent, edit, receipt, writtenOff, payout } = sale;
  const amount = dollars(sale.commission);
  const first = edit ? dollars(edit.firstCommission) : amount;
  const move = (at: Date, by: string, previous: Row, next: Row, notes: string): Change => ({
    id,
    type: 'status_change',
    by,
    at,
    previous,
    next,
    notes,
  });
  const from = sale.paidAt ? 'funds_received' : 'unpaid';
  return [
    {
      id,
      type: 'create',
      by: agent.id,
      at: sale.createdAt,
      previous: null,
      next: { status: 'unpaid', amount: first, agent_id: agent.id, written_off: 0 },
      notes: 'Commission created with the sale',
    },
    ...(edit && first !== amount
      ? [
          {
            id,
            type: 'update' as const,
            by: agent.id,
            at: edit.at,
            previous: { amount: first },
            next: { amount },
            notes: 'Amount follows the sale',
          },
        ]
      : []),
    ...(sale.paidAt
      ? [
          move(
            sale.paidAt,
            agent.id,
            { status: 'unpaid' },
            { status: 'funds_received' },
            'Sale marked as paid',
          ),
        ]
      : []),
    ...(receipt
      ? [
          {
            id,
            type: 'update' as const,
            by: admin,
            at: receipt.at,
            previous: {
              received_on: null,
              received_posted_on: null,
              received_amount: null,
              received_how: null,
            },
            next: {
              received_on: dayOf(receipt.at),
              received_posted_on: dayOf(receipt.at),
              received_amount: dollars(receipt.amount),
              received_how: 'word',
            },
            notes: 'Receipt recorded',
            standing: 'funds_received',
          },
        ]
      : []),
    ...(sale.cancelledAt
      ? [
          move(
            sale.cancelledAt,
            sale.paidAt ? admin : agent.id,
            { status: from },
            { status: 'cancelled' },
            'Sale cancelled',
          ),
        ]
      : []),
    ...(writtenOff
      ? [
          move(
            writtenOff.at,
            admin,
            { status: 'funds_received', notes: null },
            { status: 'cancelled', notes: writtenOff.note },
            writtenOff.note,
          ),
        ]
      : []),
    ...(payout
      ? [
          move(
            payout.at,
            admin,
            { status: 'funds_received' },
            { status: 'agent_paid' },
            'Agent payment recorded',
          ),
        ]
      : []),
  ];
}

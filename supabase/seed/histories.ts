import type { Row } from './row';
import { dayOf } from './calendar';
import type { Story } from './story';

/**
 * What the triggers would have written, with the moments of the story. `previous` and `next` hold the changed
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
}

const dollars = (cents: number): number => cents / 100;

/** The changed ones of these fields, before and after. */
function changed(before: Row, after: Row): { previous: Row; next: Row } {
  const fields = Object.keys(before).filter((field) => before[field] !== after[field]);
  const only = (row: Row): Row => Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { previous: only(before), next: only(after) };
}

export function saleChanges(story: Story, admin: string): Change[] {
  const { id, agent, edit } = story;
  const after: Row = {
    total_amount: dollars(story.total),
    commission_rate: story.rate / 100,
    commission_amount: dollars(story.commission),
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
      at: story.createdAt,
      previous: null,
      next: { ...before, status: 'booked' },
      notes: 'Sale created',
    },
    ...(edit
      ? [{ id, type: 'update' as const, by: agent.id, at: edit.at, ...changed(before, after), notes: null }]
      : []),
    ...status(story.paidAt, 'booked', 'paid', agent.id),
    ...status(
      story.cancelledAt,
      story.paidAt ? 'paid' : 'booked',
      'cancelled',
      story.paidAt ? admin : agent.id,
    ),
  ];
}

export function commissionChanges(story: Story, admin: string): Change[] {
  const { commissionId: id, agent, edit, writtenOff, payout } = story;
  const amount = dollars(story.commission);
  const first = edit ? dollars(edit.firstCommission) : amount;
  const received: Row = story.paidAt
    ? { status: 'funds_received', received_amount: amount, received_on: dayOf(story.paidAt) }
    : {};
  const move = (at: Date, by: string, previous: Row, next: Row, notes: string): Change => ({
    id,
    type: 'status_change',
    by,
    at,
    previous,
    next,
    notes,
  });
  const from = story.paidAt ? 'funds_received' : 'unpaid';
  return [
    {
      id,
      type: 'create',
      by: agent.id,
      at: story.createdAt,
      previous: null,
      next: { status: 'unpaid', amount: first, agent_id: agent.id },
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
    ...(story.paidAt
      ? [
          move(
            story.paidAt,
            agent.id,
            { status: 'unpaid', received_amount: null, received_on: null },
            received,
            'Sale marked as paid',
          ),
        ]
      : []),
    ...(story.cancelledAt
      ? [
          move(
            story.cancelledAt,
            story.paidAt ? admin : agent.id,
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

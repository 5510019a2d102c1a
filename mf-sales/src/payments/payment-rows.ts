import {
  daysUntil,
  formatDate,
  formatDay,
  paymentMethodLabel,
  plural,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { CustomerPayment, CustomerPayments, PlannedDue } from './payments-api';

/** A payment that stands, with what it was for. */
export interface PaidRow {
  id: string;
  title: string;
  note: string;
  by: string | null;
  /** Below zero: given back. */
  amount: number;
  /** Why it was undone; null where it stands. */
  undone: string | null;
}

/** What is still to come. */
export interface OpenRow {
  key: string;
  title: string;
  note: string;
  open: number;
  overdue: boolean;
}

/** Whole cents: sums of floating amounts are compared. */
const cents = (amount: number): number => Math.round(amount * 100);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "deposit", or "deposit 2" where there are several. */
export function dueName({ kind, place }: PlannedDue, plan: readonly PlannedDue[]): string {
  if (kind === 'final') return 'final payment';
  return plan.filter((other) => other.kind === 'deposit').length > 1 ? `deposit ${place}` : 'deposit';
}

/** What of the plan lies between two sums paid, in words: "Deposit and part of the final payment". */
function coveredWords(from: number, to: number, plan: readonly PlannedDue[]): string | null {
  let until = 0;
  const parts = plan.flatMap((due) => {
    const start = until;
    until += cents(due.amount);
    if (to <= start || from >= until) return [];
    const name = dueName(due, plan);
    const whole = from <= start && to >= until;
    return [whole ? name : to >= until ? `rest of the ${name}` : `part of the ${name}`];
  });
  return parts.length > 0 ? capital(parts.join(' and ')) : null;
}

/** The day of the plan that a sum of cents reaches. */
function dueAt(paid: number, plan: readonly PlannedDue[]): IsoDate | null {
  let until = 0;
  for (const due of plan) {
    until += cents(due.amount);
    if (paid <= until) return due.dueOn;
  }
  return null;
}

function punctual(paidOn: IsoDate, dueOn: IsoDate | null): string {
  const early = dueOn ? daysUntil(dueOn, paidOn) : null;
  if (!early) return '';
  return early > 0 ? `, ${plural(early, 'day')} early` : `, ${plural(-early, 'day')} late`;
}

function paidNote({ paidOn, paymentMethod, note }: CustomerPayment, verb: string, dueOn: IsoDate | null) {
  const method = paymentMethod ? ` by ${paymentMethodLabel(paymentMethod).toLowerCase()}` : '';
  return `${verb} ${formatDate(paidOn)}${method}${punctual(paidOn, dueOn)}${note ? `. ${note}` : ''}`;
}

/** What was paid, in the order it was recorded; what was undone stands there with the reason. */
export function paidRows({ plan, payments }: Pick<CustomerPayments, 'plan' | 'payments'>): PaidRow[] {
  let paid = 0;
  return payments.flatMap((payment) => {
    const { id, amount, origin, by } = payment;
    if (origin === 'undo') return [];
    const undo = payments.find((other) => other.undoesId === id);
    const row = { id, by, amount, undone: undo ? (undo.note ?? '') : null };
    if (undo) return [{ ...row, title: 'Undone', note: paidNote(payment, 'Recorded for', null) }];
    const before = paid;
    paid += cents(amount);
    if (amount < 0) return [{ ...row, title: 'Refund', note: paidNote(payment, 'Given back', null) }];
    if (origin === 'rest')
      return [{ ...row, title: 'Rest', note: `Marked as paid ${formatDate(payment.paidOn)}` }];
    const dueOn = dueAt(paid, plan);
    return [
      {
        ...row,
        title: coveredWords(before, paid, plan) ?? 'Payment',
        note: paidNote(payment, 'Paid', dueOn),
      },
    ];
  });
}

function whenDue(dueOn: IsoDate, today: IsoDate): string {
  const days = daysUntil(dueOn, today) ?? 0;
  if (days === 0) return 'today';
  if (days < 0) return `${plural(-days, 'day')} ago`;
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

function reminderWords({ remindOn, remindedOn }: PlannedDue, today: IsoDate): string {
  if (remindedOn) return `. Reminder sent ${formatDay(remindedOn)}`;
  return remindOn && remindOn > today ? `. Reminder on ${formatDay(remindOn)}` : '';
}

/** What is open, in the order of the plan, and what no day was agreed for. */
export function openRows({ plan, open, status }: CustomerPayments, today: IsoDate): OpenRow[] {
  if (status !== 'booked') return [];
  const rows = plan
    .filter((due) => due.open > 0)
    .map((due) => {
      const name = dueName(due, plan);
      return {
        key: String(due.place),
        title: due.open < due.amount ? `Rest of the ${name}` : capital(name),
        note: `Due ${formatDate(due.dueOn)}, ${whenDue(due.dueOn, today)}${reminderWords(due, today)}`,
        open: due.open,
        overdue: due.dueOn < today,
      };
    });
  const unplanned = cents(open) - rows.reduce((sum, row) => sum + cents(row.open), 0);
  if (unplanned <= 0) return rows;
  return [
    ...rows,
    { key: 'rest', title: 'Rest', note: 'No day was agreed', open: unplanned / 100, overdue: false },
  ];
}

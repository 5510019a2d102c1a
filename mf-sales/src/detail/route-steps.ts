import {
  COMMISSION_CANCELLED,
  displayName,
  formatDate,
  formatDay,
  formatMoney,
  formatMoneyExact,
  fundsNote,
  plural,
  today,
  type AnyStatus,
} from '@paperplane/shared/domain';
import type { RouteStep } from '@paperplane/shared/ui';
import {
  isDivided,
  type SaleDetail,
  type SaleHistory,
  type SaleHistoryEntry,
  type SaleShares,
} from '../sale';
import { dayOfSale } from './day-of-sale';
import { moneyOf } from './money-of-sale';

interface Context {
  /** `undefined` while it is on its way. */
  history: Pick<SaleHistory, 'entries' | 'commission'> | undefined;
  timeZone: string;
  /** Agents read about their own payout, admins about the one they owe. */
  isAdmin: boolean;
  /** What the parts of a sale that is divided come to, once it is there. */
  shares?: Pick<SaleShares, 'total' | 'due'> | null;
}

/** "Nov 19 by Theo Lindqvist" */
function byWhom(
  sale: SaleDetail,
  entry: Pick<SaleHistoryEntry, 'createdAt' | 'changedBy'> | undefined,
  { timeZone }: Context,
): string | undefined {
  if (!entry) return undefined;
  const day = dayOfSale(sale, entry.createdAt, timeZone);
  return entry.changedBy ? `${day} by ${displayName(entry.changedBy)}` : day;
}

/** When a sale arrived at a status, from its history. */
const arrival = (sale: SaleDetail, status: string, context: Context): string | undefined =>
  byWhom(
    sale,
    context.history?.entries.find(
      ({ changeType, newData }) => changeType === 'status_change' && newData.status === status,
    ),
    context,
  );

function cancelledRoute(sale: SaleDetail, context: Context): RouteStep[] {
  const paid = arrival(sale, 'paid', context);
  return [
    { status: 'booked', state: 'done', note: formatDate(sale.saleDate) },
    ...(paid ? [{ status: 'paid', state: 'done', note: paid } as const] : []),
    { status: 'cancelled', state: 'now', note: arrival(sale, 'cancelled', context) },
  ];
}

/** What the customer is to pay next: "Next: $5,790.00 by Feb 20". */
function nextPayment({ dues: [due], currency }: SaleDetail, { timeZone }: Context): string {
  if (!due) return 'Next: the customer pays';
  const amount = formatMoneyExact(due.openAmount, currency);
  return due.dueOn < today(timeZone)
    ? `Overdue: ${amount} since ${formatDay(due.dueOn)}`
    : `Next: ${amount} by ${formatDay(due.dueOn)}`;
}

/** A sale that stands while its commission was cancelled: nothing comes and nobody is paid any more. */
function withoutCommission(sale: SaleDetail, context: Context): RouteStep[] {
  const isPaid = sale.status === 'paid';
  const cancelled = context.history?.commission.find(({ newStatus }) => newStatus === 'cancelled');
  return [
    { status: 'booked', state: 'done', note: formatDate(sale.saleDate) },
    {
      status: 'paid',
      state: isPaid ? 'done' : 'todo',
      note: isPaid ? arrival(sale, 'paid', context) : nextPayment(sale, context),
    },
    {
      status: 'cancelled',
      state: 'now',
      label: COMMISSION_CANCELLED,
      note: byWhom(sale, cancelled, context),
    },
  ];
}

/** Nobody is to be paid before the customer has paid, even where the vendor's money is here. */
function payoutNote(sale: SaleDetail, { isAdmin, shares }: Context): string | undefined {
  const { commission, agent, currency, status } = sale;
  // The seller's payment is not the last one while others who share the sale wait.
  if (commission?.payment && commission.status === 'agent_paid')
    return formatDate(commission.payment.paymentDate);
  if (commission?.status !== 'funds_received' || status !== 'paid') return undefined;
  const due = isDivided(sale) ? shares?.due : commission.agentAmount;
  const amount = due === undefined ? undefined : formatMoney(due, { currency });
  const whom = sale.coSellers.length > 0 ? 'the agents' : agent.firstName;
  if (isAdmin) return amount === undefined ? `Next: pay ${whom}` : `Next: pay ${whom} ${amount}`;
  // Others who share it may wait when one's own is paid.
  if (due === 0) return 'Your share is paid';
  return amount === undefined ? 'Next: your payout' : `Next: your payout of ${amount}`;
}

/** "2 shares, $765.71": to an admin with what all of them come to. */
const sharesText = ({ currency }: SaleDetail, people: number, { isAdmin, shares }: Context): string =>
  isAdmin && shares && shares.total !== null
    ? `${plural(people, 'share')}, ${formatMoneyExact(shares.total, currency)}`
    : plural(people, 'share');

/**
 * The flight route of a sale: Booked, Paid, Funds received, Agent paid, and where it stands; a cancelled sale or commission ends it
 * where it was cancelled.
 */
export function routeSteps(sale: SaleDetail, context: Context): RouteStep[] {
  if (sale.status === 'cancelled') return cancelledRoute(sale, context);
  const commission = sale.commission?.status;
  if (commission === 'cancelled') return withoutCommission(sale, context);
  const reached = [
    true,
    sale.status === 'paid',
    commission === 'funds_received' || commission === 'agent_paid',
    commission === 'agent_paid',
  ];
  const last = reached.lastIndexOf(true);
  const notes = [
    formatDate(sale.saleDate),
    sale.status === 'paid' ? arrival(sale, 'paid', context) : nextPayment(sale, context),
    reached[2] ? fundsNote(moneyOf(sale)) : undefined,
    payoutNote(sale, context),
  ];
  const people = sale.coSellers.length + 1;
  const statuses: AnyStatus[] = ['booked', 'paid', 'funds_received', 'agent_paid'];
  return statuses.map((status, index) => ({
    status,
    // Funds may come before the customer has paid. The end of the route is no stop on the way: nothing is left to do there.
    state: !reached[index] ? 'todo' : index < last || status === 'agent_paid' ? 'done' : 'now',
    note:
      notes[index] ?? (status === 'agent_paid' && people > 1 ? sharesText(sale, people, context) : undefined),
    ...(status === 'agent_paid' && people > 1 && { label: 'Agents paid' }),
  }));
}

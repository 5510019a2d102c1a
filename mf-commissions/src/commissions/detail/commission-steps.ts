import {
  COMMISSION_CANCELLED,
  formatDate,
  formatMoneyExact,
  fundsNote,
  type CommissionMoney,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import type { Organization } from '@paperplane/shared/platform';
import type { RouteStep } from '@paperplane/shared/ui';
import type { Commission, CommissionHistoryEntry } from '../commission-types';

/** When a commission last arrived at a status, by its history; null when it did not. */
export function reachedAt(
  history: readonly CommissionHistoryEntry[],
  status: CommissionStatus,
): string | null {
  const entries = history.filter((entry) => entry.type === 'status_change' && entry.newStatus === status);
  return entries.at(-1)?.createdAt ?? null;
}

/** What the texts about a commission's money go by. */
export const moneyOf = ({ status, sale, receipt }: Commission): CommissionMoney => ({
  status,
  saleStatus: sale?.status,
  vendorName: sale?.vendor?.name,
  receivedDay: receipt && formatDate(receipt.on),
});

/**
 * The way of a commission from unpaid to the agent, or to where it was cancelled.
 * @param organization for the days and the amounts
 */
export function commissionSteps(
  commission: Commission,
  history: readonly CommissionHistoryEntry[],
  { timeZone, currency }: Pick<Organization, 'timeZone' | 'currency'>,
): RouteStep[] {
  const { status, createdAt } = commission;
  const day = (at: string | null) => at && formatDate(at, timeZone);
  const received = reachedAt(history, 'funds_received');
  const unpaid: RouteStep = { status: 'unpaid', state: 'done', note: day(createdAt) };
  const funds: RouteStep = { status: 'funds_received', state: 'done', note: fundsNote(moneyOf(commission)) };

  if (status === 'cancelled') {
    const label = commission.sale?.status === 'cancelled' ? undefined : COMMISSION_CANCELLED;
    const note = day(reachedAt(history, 'cancelled'));
    const cancelled: RouteStep = { status, state: 'now', note, ...(label && { label }) };
    return received ? [unpaid, funds, cancelled] : [unpaid, cancelled];
  }
  if (status === 'unpaid') {
    return [
      { ...unpaid, state: 'now' },
      { status: 'funds_received', state: 'todo', note: fundsDue(commission) },
      { status: 'agent_paid', state: 'todo', note: payNote(commission, currency) },
    ];
  }
  if (status === 'funds_received') {
    return [
      unpaid,
      { ...funds, state: 'now' },
      { status: 'agent_paid', state: 'todo', note: payNote(commission, currency) },
    ];
  }
  const paid = commission.payments.at(-1)?.paymentDate ?? day(reachedAt(history, 'agent_paid'));
  return [unpaid, funds, { status, state: 'now', note: paid && formatDate(paid) }];
}

/** What an unpaid commission waits for: the customer, or, by the agency's choice, the vendor after them. */
const fundsDue = ({ sale }: Commission): string =>
  sale?.status === 'paid' ? 'When the vendor pays' : 'When the customer pays';

function payNote({ agent, agentAmount }: Commission, currency: string): string {
  return `Pay ${agent?.firstName ?? 'the agent'} ${formatMoneyExact(agentAmount, currency)}`;
}

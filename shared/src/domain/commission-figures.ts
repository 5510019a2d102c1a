import { formatMoney } from './money';
import type { CommissionStatus } from './statuses';

/** Commissions of one status added up. */
export interface CommissionFigure {
  count: number;
  /** Gross: what vendors owe the agency. */
  amount: number;
  /** What of it is the agents'. */
  agentAmount: number;
}

type Sums = Pick<CommissionFigure, 'amount' | 'agentAmount'>;

/** One status, what agents can be paid now, or several of them (null). */
type Kind = CommissionStatus | 'ready' | null;

/**
 * Whether a figure of commissions is the agents' share rather than the gross commission: always for agents, who read about their own
 * money; for admins what was or can be paid to agents (docs/product/dashboard.md, Which figure means which sum).
 */
export const isAgentShare = (kind: Kind, isAdmin: boolean): boolean =>
  !isAdmin || kind === 'agent_paid' || kind === 'ready';

/** The sum that stands for commissions of a kind, in currency units. */
export const commissionSum = (sums: Sums, kind: Kind, isAdmin: boolean): number =>
  isAgentShare(kind, isAdmin) ? sums.agentAmount : sums.amount;

/** "of $482 gross": what the agents' share is a part of; beside what is told with cents with them. */
export const ofGross = (amount: number, currency: string, cents = false): string =>
  `of ${formatMoney(amount, { currency, cents })} gross`;

/**
 * What stands small beside a figure: the gross commission where the figure is the agents' share, and what agents can be paid now
 * beside what was received; null where there is nothing to add.
 * @param ready the figure of what agents can be paid now
 * @param range its days, in words, where another figure of the page is of all time
 */
export function besideCommissionSum(
  sums: Sums,
  status: CommissionStatus | null,
  options: {
    isAdmin: boolean;
    ready: Pick<CommissionFigure, 'agentAmount'>;
    currency: string;
    cents?: boolean;
    range?: string | null;
  },
): string | null {
  const { isAdmin, ready, currency, cents = false, range } = options;
  if (isAgentShare(status, isAdmin)) return ofGross(sums.amount, currency, cents);
  if (status !== 'funds_received') return null;
  const text = `${formatMoney(ready.agentAmount, { currency, cents })} ready to pay`;
  return range ? `${text}, ${range}` : text;
}

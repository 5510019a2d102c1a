import { formatDate, type IsoDate } from './dates';
import { formatMoney } from './money';

/** What vendors owe, and what is named beside it (docs/product/commissions.md, Due dates and overdue). */
export interface OwedFigure {
  /** Commissions past their due day with something open, whatever the agent was paid. */
  count: number;
  amount: number;
  /** Of it, where the agents were paid already: what is open, and what they got. */
  agentsPaid: { count: number; amount: number; advanced: number };
  /** Of it, the rest of what was paid in part. */
  paidShort: { count: number; amount: number };
  /** The day since which the agency tracks what vendors pay; null where it has said none. */
  trackedSince: IsoDate | null;
}

/** What of commissions such a figure knows: "since Oct 1, 2024". */
export const trackedText = (since: IsoDate | null): string =>
  since === null ? 'unpaid commissions only' : `since ${formatDate(since)}`;

/** "of it $11,548 agents already paid"; null where there is none. */
export const agentsPaidText = (
  { agentsPaid }: Pick<OwedFigure, 'agentsPaid'>,
  currency: string,
): string | null =>
  agentsPaid.count === 0 ? null : `of it ${formatMoney(agentsPaid.amount, { currency })} agents already paid`;

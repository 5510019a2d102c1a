import { displayName, formatMoneyExact, sumAmounts, whoText, type ActFacts } from '@paperplane/shared/domain';
import type { Payout, PayoutAgent } from '../payout-types';

/** What each of these gets, and when. */
const factsOf = (agents: readonly PayoutAgent[], amount: number, { payout }: Payout) => ({
  amount: formatMoneyExact(amount, payout.currency),
  who: `to ${whoText(
    agents.map((agent) => displayName(agent)),
    'agent',
  )}`,
  days: payout.paidOn ?? payout.plannedOn,
});

/** Those a payout pays; what others owe is carried on. */
const paidBy = ({ agents }: Payout) => agents.filter(({ amount }) => amount > 0);

/** What a payout moves, for the names of what is done with it: what it pays, to whom, and on the day that is known. */
export const payoutFacts = (record: Payout): ActFacts & { amount: string } =>
  factsOf(paidBy(record), record.payout.amount, record);

/** The same of a payment file. @param left who is not in it */
export function fileFacts(record: Payout, left: readonly { agentId: string }[]): ActFacts {
  const out = new Set(left.map(({ agentId }) => agentId));
  const paid = paidBy(record).filter(({ id }) => !out.has(id));
  return factsOf(paid, sumAmounts(paid), record);
}

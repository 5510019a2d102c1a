import { sumAmounts, type BankKind } from '@paperplane/shared/domain';
import type { Payout, PayoutAgent } from '../payout-types';

/** Agents who get something: by the payment file, and otherwise (paysByCheck). Amounts in currency units. */
export function paymentWays({ agents }: Pick<Payout, 'agents'>) {
  const paid = agents.filter(({ amount }) => amount > 0);
  const way = (members: PayoutAgent[]) => ({
    agents: members,
    amount: sumAmounts(members),
  });
  const kinds = [...new Set(paid.flatMap(({ account }): BankKind[] => (account ? [account.kind] : [])))];
  return {
    /** Of the accounts that the file pays. */
    kinds,
    file: way(paid.filter(({ account }) => account !== null)),
    other: way(paid.filter(({ account }) => account === null)),
  };
}

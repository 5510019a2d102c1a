import { isSplitDivided, type SplitPart } from '@paperplane/shared/domain';
import { earns } from '../parts/payout-words';
import type { HeldCommission, Payout, PayoutAgent, PayoutLine } from '../payout-types';

/** What one agent has in a payout, and what is held. */
export interface AgentPart {
  agentId: string;
  /** Null for somebody of whom everything is held. */
  agent: PayoutAgent | null;
  commissions: PayoutLine[];
  adjustments: PayoutLine[];
  held: HeldCommission[];
}

/** The payout by agent, in its order; then those of whom everything is held. */
export function byAgent({ agents, lines, held }: Pick<Payout, 'agents' | 'lines' | 'held'>): AgentPart[] {
  const parts = new Map<string, AgentPart>();
  const part = (agentId: string, agent: PayoutAgent | null = null) => {
    let found = parts.get(agentId);
    if (!found) {
      found = { agentId, agent, commissions: [], adjustments: [], held: [] };
      parts.set(agentId, found);
    }
    return found;
  };
  for (const agent of agents) part(agent.id, agent);
  for (const line of lines) part(line.agentId)[earns(line) ? 'commissions' : 'adjustments'].push(line);
  for (const each of held) part(each.agentId).held.push(each);
  return [...parts.values()];
}

/** The one share that all of these have; null where they differ, or where one is divided. */
export function commonSplit(
  rows: readonly { split: number | null; splitParts?: readonly SplitPart[] | null }[],
): number | null {
  if (rows.some(({ splitParts }) => isSplitDivided(splitParts))) return null;
  const splits = new Set(rows.map(({ split }) => split));
  const [only] = splits;
  return splits.size === 1 && only !== undefined ? only : null;
}

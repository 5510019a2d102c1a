import {
  formatMoneyExact,
  formatPercent,
  partsOf,
  splitText,
  type CommissionStatus,
} from '@paperplane/shared/domain';
import { Calculation, Card } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';

interface AgentShareProps {
  commission: Commission;
  /** The organization's. */
  currency: string;
}

/** What is said of the sum: one who shares a commission may be paid before the others are. */
function sumLabel(status: CommissionStatus, isPaid: boolean, name: string): string {
  if (status === 'cancelled') return 'Nothing to pay';
  return `${isPaid ? 'Paid' : 'Payable'} to ${name}`;
}

/** How much of the commission the agent gets: of all of it, or of the part that is theirs. */
export function AgentShare({ commission, currency }: AgentShareProps) {
  const { amount, shareBase, commissionSplit, splitParts, agentAmount, agent, status } = commission;
  const { sharePercents = [], sellerPaid = false } = commission;
  const money = (value: number) => formatMoneyExact(value, currency);
  const [percent = 100] = sharePercents;
  const isShared = sharePercents.length > 1;
  const base = shareBase ?? amount;
  const [part = base] = isShared
    ? partsOf(
        base,
        sharePercents.map((each) => Math.round(each * 100)),
      )
    : [];
  const name = agent?.firstName ?? 'the agent';
  return (
    <Card title={isShared ? 'Seller’s share' : 'Agent’s share'}>
      <Calculation
        rows={[
          { label: 'Commission', value: money(amount) },
          ...(isShared ? [{ label: `${name}’s part, ${formatPercent(percent)}`, value: money(part) }] : []),
          { label: 'Split', value: splitText(commissionSplit, splitParts, part, currency) },
          {
            label: sumLabel(status, status === 'agent_paid' || sellerPaid, name),
            value: money(status === 'cancelled' ? 0 : agentAmount),
            sum: true,
          },
        ]}
      />
    </Card>
  );
}

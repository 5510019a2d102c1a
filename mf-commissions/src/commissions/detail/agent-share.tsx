import { formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { Calculation, Card } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';

interface AgentShareProps {
  commission: Commission;
  /** The organization's. */
  currency: string;
}

/** How much of the commission the agent gets. */
export function AgentShare({ commission, currency }: AgentShareProps) {
  const { amount, commissionSplit, agentAmount, agent, status } = commission;
  const money = (value: number) => formatMoneyExact(value, currency);
  return (
    <Card title="Agent’s share">
      <Calculation
        rows={[
          { label: 'Commission', value: money(amount) },
          { label: 'Split', value: formatPercent(commissionSplit) },
          {
            label:
              status === 'cancelled'
                ? 'Nothing to pay'
                : `${status === 'agent_paid' ? 'Paid' : 'Payable'} to ${agent?.firstName ?? 'the agent'}`,
            value: money(status === 'cancelled' ? 0 : agentAmount),
            sum: true,
          },
        ]}
      />
    </Card>
  );
}

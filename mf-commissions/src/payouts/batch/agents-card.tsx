import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, EmptyState, HandCoins } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import type { Payout } from '../payout-types';
import { AgentRow } from './agent-row';
import { byAgent } from './by-agent';
import type { LineActions } from './line-actions';
import { payoutKeys } from './payout-keys';

interface AgentsCardProps {
  record: Payout;
  /** Undefined where the payout can no longer be changed. */
  actions: LineActions | undefined;
  onCollect: () => void;
  collecting: boolean;
}

/** Who gets what: an agent a row, whose lines open below in the columns of the agent. */
export function AgentsCard({ record, actions, onCollect, collecting }: AgentsCardProps) {
  const { payout, open } = record;
  const parts = useMemo(() => byAgent(record), [record]);
  return (
    <section className="pp-card payout-agents" aria-label="Agents">
      {parts.length > 0 ? (
        <div role="presentation" onKeyDown={payoutKeys}>
          <div className="payout-agents-head" aria-hidden="true">
            <span />
            <span>Agent</span>
            <span className="r">Lines</span>
            <span className="r">Commissions</span>
            <span className="r">Adjusted</span>
            <span className="r">{payout.status === 'paid' ? 'Paid' : 'To pay'}</span>
          </div>
          {parts.map((part, index) => (
            <AgentRow
              key={part.agentId}
              part={part}
              currency={payout.currency}
              isPaid={payout.status === 'paid'}
              startsOpen={index === 0 && payout.status === 'draft'}
              actions={actions}
            />
          ))}
        </div>
      ) : (
        <EmptyState
          kind="small"
          icon={<HandCoins className="pp-i pp-i-18" />}
          title={payout.status === 'discarded' ? 'Nothing is in it any more' : 'Nothing is in it yet'}
        >
          {payout.status === 'discarded'
            ? 'Its commissions can be collected again by another payout.'
            : 'Commissions come in as soon as they can be paid.'}
        </EmptyState>
      )}
      {open && open.collectable.count > 0 && (
        <div className="payout-foot">
          <span>
            {plural(open.collectable.count, 'commission')} more can be paid,{' '}
            {formatMoneyExact(open.collectable.amount, payout.currency)}.
          </span>
          <Button variant="outline" size="sm" loading={collecting} onClick={onCollect}>
            Add what can be paid
          </Button>
        </div>
      )}
      {open && open.travel.count > 0 && (
        <div className="payout-foot">
          <span>
            {plural(open.travel.count, 'received commission waits', 'received commissions wait')} for travel.{' '}
            <Link className="pp-link" to={paths.commissions.href({ status: 'funds_received' })}>
              See them
            </Link>
          </span>
        </div>
      )}
    </section>
  );
}

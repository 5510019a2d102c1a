import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Button, cx, EmptyState, HandCoins, Segmented } from '@paperplane/shared/ui';
import { useMemo, useState } from 'react';
import type { Payout, PayoutAgent } from '../payout-types';
import { AgentRow } from './agent-row';
import type { LineActions } from './line-actions';
import { filteredParts, useLinesFilter } from './lines-filter';
import { payoutKeys } from './payout-keys';
import { useKeptOrder } from './use-kept-order';

interface AgentsCardProps {
  record: Payout;
  /** Undefined where the payout can no longer be changed. */
  actions: LineActions | undefined;
  /** Voids what an agent was paid, which came back. */
  onVoid: (agent: PayoutAgent) => void;
  onCollect: () => void;
  collecting: boolean;
}

/** Who gets what: an agent a row, whose lines open below in the columns of the agent. */
export function AgentsCard({ record, actions, onVoid, onCollect, collecting }: AgentsCardProps) {
  const { payout, open, unfunded } = record;
  const { filter, segments } = useLinesFilter(record);
  const found = useMemo(() => filteredParts(record, filter), [record, filter]);
  const parts = useKeptOrder(found, ({ agentId }) => agentId);
  // Of a draft the first one opens by itself; who is open stays so, also when all of their lines go and come back.
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>(() =>
    payout.status === 'draft' && parts[0] ? { [parts[0].agentId]: true } : {},
  );
  const showsOpen = unfunded.count > 0;
  return (
    <section className={cx('pp-card payout-agents', showsOpen && 'with-open')} aria-label="Agents">
      {segments.length > 0 && (
        <div className="payout-filter">
          <Segmented label="Lines" segments={segments} link={Link} />
        </div>
      )}
      {parts.length > 0 ? (
        <div role="presentation" onKeyDown={payoutKeys}>
          <div className="payout-agents-head" aria-hidden="true">
            <span />
            <span>Agent</span>
            <span className="r">Lines</span>
            <span className="r">Commissions</span>
            {showsOpen && <span className="r">Not received</span>}
            <span className="r">Adjusted</span>
            <span className="r">{payout.status === 'paid' ? 'Paid' : 'To pay'}</span>
          </div>
          {parts.map((part) => (
            <AgentRow
              key={part.agentId}
              part={part}
              currency={payout.currency}
              isPaid={payout.status === 'paid'}
              open={opened[part.agentId] ?? false}
              onToggle={(open) => setOpened((before) => ({ ...before, [part.agentId]: open }))}
              showsOpen={showsOpen}
              actions={actions}
              onVoid={onVoid}
            />
          ))}
        </div>
      ) : (
        <EmptyState
          kind="small"
          icon={<HandCoins className="pp-i pp-i-18" />}
          title={
            filter !== ''
              ? 'No such lines'
              : payout.status === 'discarded'
                ? 'Nothing is in it any more'
                : 'Nothing is in it yet'
          }
        >
          {filter !== ''
            ? 'Choose All to see the whole payout.'
            : payout.status === 'discarded'
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

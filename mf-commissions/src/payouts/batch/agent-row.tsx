import {
  displayName,
  formatDate,
  formatMoneyExact,
  NO_AMOUNT,
  plural,
  roundHalfAway,
  sumAmounts,
} from '@paperplane/shared/domain';
import { Link, paths, useChosenAgent } from '@paperplane/shared/platform';
import { Avatar, Button, ChevronRight, cx, FileText } from '@paperplane/shared/ui';
import type { PayoutAgent } from '../payout-types';
import { accountText, exactMoney, otherWay, plainMoney, signedMoney } from '../parts/payout-words';
import { AgentLines } from './agent-lines';
import type { AgentPart } from './by-agent';
import type { LineActions } from './line-actions';
import { isOpen } from './lines-filter';

interface AgentRowProps {
  part: AgentPart;
  currency: string;
  isPaid: boolean;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** Whether the payout has anything that vendors have not paid. */
  showsOpen: boolean;
  actions: LineActions | undefined;
  onVoid: (agent: PayoutAgent) => void;
}

/** One agent of a payout; the lines are made when they are opened. */
export function AgentRow(props: AgentRowProps) {
  const { part, currency, isPaid, open, onToggle, showsOpen, actions, onVoid } = props;
  const { agentId, agent, commissions } = part;
  // Of whom everything is held, the payout itself says nothing.
  const unnamed = useChosenAgent(agent ? null : agentId);
  const person = agent ?? unnamed;
  const adjusted = agent ? agent.adjustments + agent.carriedIn : 0;
  const unfunded = commissions.filter(isOpen);
  const notReceived = sumAmounts(unfunded);
  return (
    <details open={open} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>
        <ChevronRight className="pp-i" />
        <span className="pp-who">
          <Avatar person={person} />
          <span>
            <b className="pp-trunc">{displayName(person, 'Agent')}</b>
            <small>{noteOf(part, currency)}</small>
            {unfunded.length > 0 && (
              <small className="payout-open-note">{plainMoney(notReceived)} not received</small>
            )}
          </span>
        </span>
        <span className="r">{commissions.length}</span>
        <span className="r">{plainMoney(agent?.commissions ?? 0)}</span>
        {showsOpen && (
          <span className={cx('r', unfunded.length > 0 && 'payout-open')}>
            {unfunded.length > 0 ? plainMoney(notReceived) : NO_AMOUNT}
          </span>
        )}
        <span className={cx('r', adjusted < 0 && 'neg')}>{signedMoney(roundHalfAway(adjusted, 2))}</span>
        <span className={cx('r amt', agent?.void && 'pp-void')}>
          {formatMoneyExact(agent?.amount ?? 0, currency)}
        </span>
      </summary>
      {open && (
        <>
          <AgentLines part={part} actions={actions} />
          {actions && unfunded.length > 0 && (
            <p className="payout-statement">
              <Button variant="link" size="sm" onClick={() => actions.holdAll(unfunded)}>
                Hold {plural(unfunded.length, 'commission')} not received
              </Button>
            </p>
          )}
          {isPaid && agent?.statementId && (
            <p className="payout-statement">
              <Link className="pp-link" to={paths.statement.href(agent.statementId)}>
                <FileText className="pp-i" />
                Statement of {displayName(agent)}
              </Link>
              {!agent.void && agent.amount > 0 && (
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`Void payment to ${displayName(agent)}`}
                  onClick={() => onVoid(agent)}
                >
                  Void payment
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </details>
  );
}

/** "Account ••6613 · 1 held", or that the rest is carried on. */
function noteOf({ agent, held }: AgentPart, currency: string): string {
  const kept = held.length > 0 ? `${held.length} held` : null;
  if (!agent) return kept ?? '';
  if (agent.void) return `Voided on ${formatDate(agent.void.voidedOn)}: ${agent.void.reason}`;
  if (agent.carriedOut < 0) return `${exactMoney(agent.carriedOut, currency)} carries to the next payout`;
  const way = agent.account ? accountText(agent.account) : agent.amount > 0 ? otherWay(currency).name : null;
  return [way, kept].filter(Boolean).join(' · ');
}

import { displayName, formatMoneyExact } from '@paperplane/shared/domain';
import { Link, paths, useChosenAgent } from '@paperplane/shared/platform';
import { Avatar, ChevronRight, cx, FileText } from '@paperplane/shared/ui';
import { useState } from 'react';
import { accountText, exactMoney, plainMoney, signedMoney } from '../parts/payout-words';
import { AgentLines } from './agent-lines';
import type { AgentPart } from './by-agent';
import type { LineActions } from './line-actions';

interface AgentRowProps {
  part: AgentPart;
  currency: string;
  isPaid: boolean;
  startsOpen: boolean;
  actions: LineActions | undefined;
}

/** One agent of a payout; the lines are made when they are opened. */
export function AgentRow({ part, currency, isPaid, startsOpen, actions }: AgentRowProps) {
  const { agentId, agent, commissions } = part;
  const [open, setOpen] = useState(startsOpen);
  // Of whom everything is held, the payout itself says nothing.
  const unnamed = useChosenAgent(agent ? null : agentId);
  const person = agent ?? unnamed;
  const adjusted = agent ? agent.adjustments + agent.carriedIn : 0;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="pp-i" />
        <span className="pp-who">
          <Avatar person={person} />
          <span>
            <b className="pp-trunc">{displayName(person, 'Agent')}</b>
            <small>{noteOf(part, currency)}</small>
          </span>
        </span>
        <span className="r">{commissions.length}</span>
        <span className="r">{plainMoney(agent?.commissions ?? 0)}</span>
        <span className={cx('r', adjusted < 0 && 'neg')}>{signedMoney(round(adjusted))}</span>
        <span className="r amt">{formatMoneyExact(agent?.amount ?? 0, currency)}</span>
      </summary>
      {open && (
        <>
          <AgentLines part={part} actions={actions} />
          {isPaid && agent?.statementId && (
            <p className="payout-statement">
              <Link className="pp-link" to={paths.statement.href(agent.statementId)}>
                <FileText className="pp-i" />
                Statement of {displayName(agent)}
              </Link>
            </p>
          )}
        </>
      )}
    </details>
  );
}

const round = (amount: number) => Math.round(amount * 100) / 100;

/** "Account ••6613 · 1 held", or that the rest is carried on. */
function noteOf({ agent, held }: AgentPart, currency: string): string {
  const kept = held.length > 0 ? `${held.length} held` : null;
  if (!agent) return kept ?? '';
  if (agent.carriedOut < 0) return `${exactMoney(agent.carriedOut, currency)} carries to the next payout`;
  const way = agent.account ? accountText(agent.account) : agent.amount > 0 ? 'By check' : null;
  return [way, kept].filter(Boolean).join(' · ');
}

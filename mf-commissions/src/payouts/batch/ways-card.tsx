import { displayName, formatMoneyExact, formatWeekday, plural } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Button, Calendar, Card, Landmark } from '@paperplane/shared/ui';
import { fileWord, otherWay } from '../parts/payout-words';
import type { Payout } from '../payout-types';
import { OtherWayIcon } from '../parts/other-way-icon';
import { paymentWays } from './payment-ways';

interface WaysCardProps {
  record: Payout;
  /** An owner says from which account payouts are paid. */
  onAccount: () => void;
}

/** By which way the money leaves: the payment file, or otherwise where there are no bank details that fit. */
export function WaysCard({ record, onAccount }: WaysCardProps) {
  const { isOwner } = useAuth();
  const { payout, sender } = record;
  const { file, other } = paymentWays(record);
  const money = (amount: number) => formatMoneyExact(amount, payout.currency);
  const canChange = isOwner && (payout.status === 'draft' || payout.status === 'approved');
  return (
    <Card
      title={payout.status === 'paid' ? 'How it was paid' : 'How it is paid'}
      className="payout-ways"
      action={
        canChange && (
          <Button
            variant="link"
            size="sm"
            onClick={onAccount}
            aria-label="Change the account payouts are paid from"
          >
            {sender ? 'Change' : 'Add account'}
          </Button>
        )
      }
    >
      <ul className="payout-ways-list">
        {payout.status === 'scheduled' && payout.plannedOn && (
          <li>
            <span className="pp-tile pp-tile-sm">
              <Calendar className="pp-i" />
            </span>
            <span>
              <b>{formatWeekday(payout.plannedOn)}</b>
              <small>Paid by itself on that day. It can be taken back until then.</small>
            </span>
          </li>
        )}
        {(payout.status !== 'paid' || file.agents.length > 0) && (
          <li>
            <span className="pp-tile pp-tile-sm">
              <Landmark className="pp-i" />
            </span>
            <span>
              <b>{sender ? `Bank file, ${fileWord(sender.kind, payout.currency)}` : 'Bank file'}</b>
              <small>
                {sender
                  ? `${plural(file.agents.length, 'agent')}, from ${sender.holderName} ••${sender.lastFour}`
                  : 'No account to pay from yet'}
              </small>
            </span>
            <span className="amt">{money(file.amount)}</span>
          </li>
        )}
        {other.agents.length > 0 && (
          <li>
            <span className="pp-tile pp-tile-sm">
              <OtherWayIcon currency={payout.currency} />
            </span>
            <span>
              <b>{otherWay(payout.currency).name}</b>
              <small>
                {sender && payout.status !== 'paid' ? (
                  <Unbanked agents={other.agents} />
                ) : (
                  plural(other.agents.length, 'agent')
                )}
              </small>
            </span>
            <span className="amt">{money(other.amount)}</span>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** Who has no account the file could pay; their pages say how to reach them. */
function Unbanked({ agents }: { agents: Payout['agents'] }) {
  const user = useCurrentUser();
  const [first] = agents;
  if (agents.length > 1 || !first) return <>{plural(agents.length, 'agent')} without fitting bank details</>;
  if (first.id === user.id)
    return (
      <>
        You have no fitting bank details.{' '}
        <Link className="pp-link" to={paths.myPayouts.href()}>
          Add yours
        </Link>
      </>
    );
  return (
    <>
      {displayName(first)} has no fitting bank details.{' '}
      <Link className="pp-link" to={paths.teamMember.href(first.id)}>
        Ask {first.firstName}
      </Link>
    </>
  );
}

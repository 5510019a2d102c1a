import { displayName } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Avatar, Card, Notice, StatusGlyph } from '@paperplane/shared/ui';
import { changeText } from '../parts/change-words';
import type { Approver, Payout } from '../payout-types';

/** By name: who can approve a draft, and why the others cannot. */
export function SecondApproval({ record }: { record: Payout }) {
  const { id } = useCurrentUser();
  const { approvers, events, payout } = record;
  if (!approvers) return null;
  const recalls = events.filter(({ by, details }) => by === null && details.kind === 'recall');
  return (
    <Card title="Second approval" className="payout-approval">
      <ul className="payout-approvers">
        {approvers.map((approver) => (
          <li key={approver.id} className={approver.canApprove ? 's-paid' : 's-discarded'}>
            <Avatar person={approver} size="sm" />
            <span>
              <b>
                {displayName(approver)}
                {approver.id === id && ', you'}
              </b>
              <small>{whyText(approver, approver.id === id, payout.currency)}</small>
            </span>
            <StatusGlyph status={approver.canApprove ? 'paid' : 'discarded'} />
          </li>
        ))}
      </ul>
      {approvers.length === 1 && (
        <Notice kind="info">There is no other admin. Somebody else has to become one to approve it.</Notice>
      )}
      {recalls.length > 0 && (
        <Notice kind="info">
          {recalls.length === 1
            ? `The recall of ${recalls[0]?.details.bookingReference ?? 'a commission'} came by itself and is nobody’s change.`
            : `${recalls.length} recalls came by themselves and are nobody’s change.`}
        </Notice>
      )}
    </Card>
  );
}

/** "Cannot: you started the draft and held TR-30632" */
function whyText({ canApprove, firstName, changes }: Approver, isYou: boolean, currency: string): string {
  if (canApprove) return 'Can approve';
  const texts = [...new Set(changes.map((change) => changeText(change, currency)))].reverse();
  const told = texts.length > 3 ? [...texts.slice(0, 2), 'more'] : texts;
  const last = told.pop();
  return `Cannot: ${isYou ? 'you' : firstName} ${told.length > 0 ? `${told.join(', ')} and ${last}` : last}`;
}

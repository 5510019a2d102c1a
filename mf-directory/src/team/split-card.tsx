import { displayName, formatDateTime, formatMoneyExact, formatPercent } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Button, Card, DiffLine, Pencil, Percent, Timeline } from '@paperplane/shared/ui';
import { useState } from 'react';
import { SplitDialog } from './member-dialogs';
import { manageRefusal, type MemberProfile } from './team';

/** The member's share of new commissions, and how it came to be. */
export function SplitCard({ profile, timeZone }: { profile: MemberProfile; timeZone: string }) {
  const { member, terms } = profile;
  const me = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const refusal = manageRefusal(me, member);
  return (
    <Card
      title="Commission split"
      action={
        <span className="pp-row">
          <Link className="pp-link pp-sm" to={paths.memberTerms.href(member.id)}>
            Terms
          </Link>
          {!refusal && !terms.byTier && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Pencil className="pp-i pp-i-14" />}
              aria-label="Change commission split"
              onClick={() => setAsking(true)}
            >
              Change
            </Button>
          )}
        </span>
      }
    >
      <p>
        <b className="pp-strong">{formatPercent(terms.commissionSplit)}</b>{' '}
        {terms.byTier ? 'now, by tier.' : 'of each commission of new sales.'}
        {terms.nextTier &&
          ` ${formatMoneyExact(terms.nextTier.missing, me.organization.currency)} to ${formatPercent(terms.nextTier.split)}.`}
      </p>
      {refusal && <p className="pp-muted pp-sm member-refusal">{refusal}</p>}
      {terms.history.length > 0 && (
        <div className="member-splits">
          <Timeline
            label="Changes of the split"
            items={terms.history.map(({ commissionSplit, previousSplit, changedBy, changedAt }) => ({
              id: changedAt,
              icon: <Percent className="pp-i" />,
              text: (
                <>
                  <b>{displayName(changedBy, 'Paperplane')}</b> changed the split
                </>
              ),
              detail: (
                <DiffLine
                  label="Split"
                  from={formatPercent(previousSplit)}
                  to={formatPercent(commissionSplit)}
                />
              ),
              at: changedAt,
              when: formatDateTime(changedAt, timeZone),
            }))}
          />
        </div>
      )}
      {asking && (
        <SplitDialog member={member} split={terms.commissionSplit} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}

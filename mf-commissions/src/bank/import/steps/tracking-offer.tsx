import { formatDate, type IsoDate } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import { useGetReceiptTrackingQuery, useTrackReceiptsMutation } from '../../tracking-api';

/** After an import, while nobody has said since when vendors' payments are tracked. */
export function TrackingOffer() {
  const { isOwner } = useAuth();
  const { organizationId } = useCurrentUser();
  const toast = useToast();
  const { data } = useGetReceiptTrackingQuery();
  const [track, { isLoading }] = useTrackReceiptsMutation();
  const day = data?.since === null ? data.proposed : null;

  async function confirm(since: IsoDate) {
    const { error } = await track({ organizationId, since });
    if (error) toast.error('The day was not saved', error);
    else toast.success(`Vendors’ payments are tracked since ${formatDate(since)}`);
  }

  return (
    day && <TrackingCard day={day} busy={isLoading} onConfirm={isOwner ? () => void confirm(day) : null} />
  );
}

interface TrackingCardProps {
  /** The first day of the oldest import. */
  day: IsoDate;
  busy: boolean;
  /** An owner confirms the day; null for admins, who read that an owner can. */
  onConfirm: (() => void) | null;
}

/** What the day means, and the way to say it. */
export function TrackingCard({ day, busy, onConfirm }: TrackingCardProps) {
  return (
    <Card title="What vendors owe">
      <div className="pp-stack">
        <p>
          Paperplane knows deposits from {formatDate(day)} on. What vendors have not paid since then can count
          as owed; what was due before counts as settled.
        </p>
        {onConfirm ? (
          <div className="pp-row">
            <Button loading={busy} onClick={onConfirm}>
              Track vendors’ payments from {formatDate(day)}
            </Button>
          </div>
        ) : (
          <p className="pp-muted">An owner can say so in the settings of the organization.</p>
        )}
      </div>
    </Card>
  );
}

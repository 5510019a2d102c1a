import { displayMessage, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import { useRemoveAgencyExportMutation, type AgencyExport } from './takeout-api';

/** The agency is being written; nobody has to wait here. */
export function WritingCard({ found }: { found: AgencyExport }) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [remove, { isLoading }] = useRemoveAgencyExportMutation();
  const { askedBy, progress } = found;

  async function cancel() {
    const removed = await remove(found.id);
    if (removed.error) toast.error('It was not cancelled', displayMessage(removed.error));
    else toast.success('Cancelled', 'Nothing of it is kept.');
  }

  return (
    <Card title="Being written">
      <div className="takeout-progress">
        <progress aria-label="Writing" max={100} {...(progress === null ? {} : { value: progress })} />
        <p role="status">
          {progress === null ? 'It begins within a few seconds.' : `${progress}% of the rows are written.`}
        </p>
      </div>
      <p className="pp-muted">
        {askedBy.firstName} {askedBy.lastName} started it {formatDateTime(found.askedAt, timeZone)}. It is
        written as of one moment; you can close this page and are told when it is ready.
      </p>
      <Button variant="outline" loading={isLoading} onClick={() => void cancel()}>
        Cancel
      </Button>
    </Card>
  );
}

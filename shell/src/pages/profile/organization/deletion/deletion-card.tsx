import { useState } from 'react';
import { createPortal } from 'react-dom';
import { displayMessage, formatDate, type AppError } from '@paperplane/shared/domain';
import { Link, paths, recheckUser, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, Card, FormSection, InlineBanner, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import { DeleteAgencyDialog } from './delete-agency-dialog';
import {
  useGetAgencyDeletionQuery,
  useWithdrawAgencyDeletionMutation,
  type AgencyDeletion,
} from './deletion-api';
import { sizeText } from './deletion-text';

function TakeoutLink() {
  return (
    <Link className="pp-link" to={paths.takeout.href()}>
      Take everything along first
    </Link>
  );
}

/** Somebody asked: until when, and the way back. */
function Asked({ deletion, due }: { deletion: AgencyDeletion; due: string }) {
  const { name, timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [withdraw, { isLoading }] = useWithdrawAgencyDeletionMutation();
  const [failure, setFailure] = useState<AppError | null>(null);
  const day = formatDate(due, timeZone);

  async function keep() {
    setFailure(null);
    const { error } = await withdraw();
    if (error) return setFailure(error as AppError);
    await recheckUser();
    toast.success(`${name} stays`, 'Everybody is told that it is not deleted.');
  }

  return (
    <div className="pp-stack">
      {failure && (
        <InlineBanner tone="danger" title="The agency was not kept">
          {displayMessage(failure)}
        </InlineBanner>
      )}
      <p>
        <b>
          {name} is deleted on {day}.
        </b>{' '}
        {deletion.askedBy ?? 'An owner'} asked for it on {formatDate(deletion.askedAt ?? due, timeZone)}.
        Until then everything works as before, and any owner can keep it.
      </p>
      <p>
        <TakeoutLink />
      </p>
      <div>
        <Button variant="primary" loading={isLoading} onClick={() => void keep()}>
          Keep the agency
        </Button>
      </div>
    </div>
  );
}

/** The end of the owner's settings: deletes the agency, or keeps it (docs/product/tenancy.md, Deleting the agency). */
export function DeletionCard() {
  const { data: deletion, error, refetch } = useGetAgencyDeletionQuery();
  const [asking, setAsking] = useState(false);
  if (deletion === null) return null;
  return (
    <Card padded={false} label="Delete the agency">
      <FormSection
        title="Delete the agency"
        hint="Thirty days after an owner asked for it. Everybody is told, and until then any owner can change their mind."
      >
        {deletion?.dueAt ? (
          <Asked deletion={deletion} due={deletion.dueAt} />
        ) : deletion ? (
          <div className="pp-stack">
            <p>
              What goes: {sizeText(deletion.counts)}, with every account, commission, payout and bank line.
              Backups keep it for seven more days. That an agency was deleted stays, without its name.
            </p>
            <p>
              <TakeoutLink />
            </p>
            <div>
              <Button variant="outline-danger" onClick={() => setAsking(true)}>
                Delete the agency
              </Button>
            </div>
            {asking &&
              // In the body: Back may hide this tab, and a dialog that is hidden with it would block the page.
              createPortal(
                <DeleteAgencyDialog deletion={deletion} onClose={() => setAsking(false)} />,
                document.body,
              )}
          </div>
        ) : error ? (
          <InlineError
            message="What would be deleted did not load."
            note={displayMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={2} label="Loading what would be deleted" />
        )}
      </FormSection>
    </Card>
  );
}

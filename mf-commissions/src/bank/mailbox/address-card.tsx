import { displayMessage, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { CopyButton } from '@paperplane/shared/records';
import { Button, Card, ConfirmDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useRenewMailboxMutation } from './mailbox-api';

interface AddressCardProps {
  /** Null where no mail is received. */
  address: string | null;
  renewedAt: string | null;
  renewedBy: string | null;
}

/** The agency's address, to be given to vendors or to forward to. */
export function AddressCard({ address, renewedAt, renewedBy }: AddressCardProps) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [renew, renewing] = useRenewMailboxMutation();
  const [asking, setAsking] = useState(false);

  if (address === null)
    return (
      <Card title="Your address">
        <p className="pp-muted">
          This installation receives no mail. Whoever runs it can switch it on; until then add statements on a
          vendor’s page.
        </p>
      </Card>
    );
  return (
    <Card title="Your address">
      <div className="mbx-address">
        <code>{address}</code>
        <CopyButton text={address} what="Address" />
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Renew
        </Button>
      </div>
      <p className="pp-muted pp-sm">
        Give it to your vendors, or forward their statements to it. PDF, XLSX and CSV files and tables in the
        text are read; up to 25 MB and 20 attachments a mail. Mails are deleted after 90 days, statements and
        documents stay.
        {renewedAt &&
          ` Renewed ${formatDateTime(renewedAt, timeZone)}${renewedBy ? ` by ${renewedBy}` : ''}.`}
      </p>
      {asking && (
        <ConfirmDialog
          title="Give the mailbox another address?"
          confirmLabel="Renew address"
          cancelLabel="Keep address"
          busy={renewing.isLoading}
          error={renewing.error ? displayMessage(renewing.error) : null}
          onConfirm={() =>
            void renew()
              .unwrap()
              .then(
                () => {
                  setAsking(false);
                  toast.success('The mailbox has a new address');
                },
                () => undefined,
              )
          }
          onCancel={() => setAsking(false)}
        >
          Nothing that is sent to the old one arrives from now on. Tell your vendors the new one.
        </ConfirmDialog>
      )}
    </Card>
  );
}

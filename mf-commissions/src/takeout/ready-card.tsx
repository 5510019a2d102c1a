import { displayMessage, formatCount, formatDateTime } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import {
  Button,
  Card,
  ConfirmDialog,
  DescriptionList,
  Download as DownloadIcon,
  InlineBanner,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { sizeText } from './size-text';
import { useRemoveAgencyExportMutation, type AgencyExport } from './takeout-api';
import { useDownload, type Download } from './use-download';

/** An export that can be downloaded, and its download. */
export function ReadyCard({ found }: { found: AgencyExport }) {
  const { timeZone } = useCurrentUser().organization;
  const toast = useToast();
  const [remove, removing] = useRemoveAgencyExportMutation();
  const [asking, setAsking] = useState(false);
  const { download, start, resume, stop } = useDownload(found.id);
  const { askedBy } = found;

  async function confirm() {
    const removed = await remove(found.id);
    if (removed.error) return;
    setAsking(false);
    toast.success('The export was removed');
  }

  return (
    <Card title="Ready to be downloaded">
      <DescriptionList
        items={[
          { term: 'As of', value: found.readyAt && formatDateTime(found.readyAt, timeZone) },
          { term: 'Started by', value: `${askedBy.firstName} ${askedBy.lastName}` },
          { term: 'Size', value: `${formatCount(found.rows ?? 0)} rows, ${sizeText(found.size ?? 0)}` },
          { term: 'Passports and bank details', value: found.sealed ? 'Under the passphrase' : 'Left out' },
          { term: 'Kept until', value: found.endsAt && formatDateTime(found.endsAt, timeZone) },
        ]}
      />
      {download ? (
        <Downloading download={download} resume={resume} stop={stop} />
      ) : (
        <div className="pp-row">
          <Button icon={<DownloadIcon className="pp-i" />} onClick={start}>
            Download archive
          </Button>
          <Button variant="ghost" onClick={() => setAsking(true)}>
            Remove
          </Button>
        </div>
      )}
      <p className="pp-muted">
        Whoever has the archive has all of the agency: keep it as you keep its money. Each download is in the
        audit log.
      </p>
      {asking && (
        <ConfirmDialog
          title="Remove this export?"
          confirmLabel="Remove export"
          cancelLabel="Keep it"
          busy={removing.isLoading}
          error={removing.error ? displayMessage(removing.error) : null}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        >
          The agency itself stays as it is, and so does an archive that was downloaded.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Downloading({
  download,
  resume,
  stop,
}: {
  download: Download;
  resume: () => void;
  stop: () => void;
}) {
  const { done, total, stalled } = download;
  return (
    <>
      <div className="takeout-progress">
        <progress aria-label="Download" max={Math.max(total, 1)} value={done} />
        <p role="status">
          {done < total ? `${sizeText(done)} of ${sizeText(total)}` : 'Statements, and what describes it'}
        </p>
      </div>
      {stalled ? (
        <InlineBanner tone="warning" title="The download has stopped">
          {displayMessage(stalled)} What is there is kept; it goes on where it stopped.
        </InlineBanner>
      ) : null}
      <div className="pp-row">
        {stalled ? <Button onClick={resume}>Resume</Button> : null}
        <Button variant="outline" onClick={stop}>
          Stop
        </Button>
      </div>
    </>
  );
}

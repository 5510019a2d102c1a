import {
  displayMessage,
  formatDate,
  formatDateTime,
  plural,
  DOCUMENT_CATEGORY_LABELS,
} from '@paperplane/shared/domain';
import { Link, saveFile, useCurrentUser, useToast } from '@paperplane/shared/platform';
import {
  Button,
  DescriptionList,
  Dialog,
  Download,
  ErrorState,
  IconButton,
  InlineBanner,
  Skeleton,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { sizeText, visibilityText, type DocumentFile, type WholeDocument } from '../document';
import { useConfirmReadMutation, useGetDocumentQuery } from '../documents-api';
import { CheckBanner, CheckLine } from '../file-check';
import { recordPath } from '../record-path';
import { KINDS } from '../upload/file-kind';
import { Preview } from './preview';
import { useReadDocument } from './read-document';
import '../documents.css';

/** One document: its preview, versions, who has read it, and who has opened it. */
export function DocumentView({ id, onClose }: { id: string; onClose: () => void }) {
  const { currentData, error, isFetching, refetch } = useGetDocumentQuery(id);
  const title = currentData?.title ?? (currentData === null ? 'No document' : 'Document');
  return (
    <Dialog title={title} size="lg" onCloseRequest={onClose}>
      {currentData ? (
        <Whole document={currentData} />
      ) : currentData === null ? (
        <p>It was deleted, or you may not see it any more.</p>
      ) : error ? (
        <ErrorState
          title="The document did not load"
          message={displayMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton height={180} />
      )}
    </Dialog>
  );
}

function Whole({ document }: { document: WholeDocument }) {
  const read = useReadDocument();
  const toast = useToast();
  const [loading, setLoading] = useState<string | null>(null);
  const latest = document.versions.find(({ check }) => check === null);

  async function download(file: DocumentFile) {
    setLoading(file.id);
    const answer = await read(document.id, file);
    setLoading(null);
    if ('error' in answer) toast.error('Not downloaded', answer.error);
    // As bytes of no kind: nothing of it is shown by the browser.
    else saveFile(file.name, 'application/octet-stream', answer.file);
  }

  return (
    <div className="pp-stack doc-view">
      {document.check && <CheckBanner check={document.check} isNext={latest !== undefined} />}
      {document.waitsForMe && <Confirm document={document} />}
      <DescriptionList
        items={[
          { term: 'Category', value: DOCUMENT_CATEGORY_LABELS[document.category] },
          { term: 'Visible to', value: visibilityText(document) },
          {
            term: 'Belongs to',
            value: document.record ? (
              <Link className="pp-link" to={recordPath(document.record)}>
                {document.record.label}
              </Link>
            ) : (
              '–'
            ),
          },
          { term: 'Expires', value: document.expiresOn ? formatDate(document.expiresOn) : '–' },
        ]}
      />
      {latest && <Preview key={latest.id} documentId={document.id} file={latest} />}
      <Versions document={document} loading={loading} onDownload={(file) => void download(file)} />
      {document.readBy && document.readBy.length > 0 && <Readers readBy={document.readBy} />}
      {document.downloads && document.downloads.length > 0 && <Downloads downloads={document.downloads} />}
    </div>
  );
}

function Confirm({ document }: { document: WholeDocument }) {
  const [confirm, { isLoading, error }] = useConfirmReadMutation();
  return (
    <InlineBanner title="You are asked to read this">
      <div className="pp-row doc-confirm">
        <p>{error ? displayMessage(error) : 'Your name and the time are kept.'}</p>
        <Button size="sm" loading={isLoading} onClick={() => void confirm(document.file.id)}>
          I have read this
        </Button>
      </div>
    </InlineBanner>
  );
}

interface VersionsProps {
  document: WholeDocument;
  /** Id of the version on its way. */
  loading: string | null;
  onDownload: (file: DocumentFile) => void;
}

function Versions({ document, loading, onDownload }: VersionsProps) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <section aria-label="Versions">
      <h3 className="doc-h">{plural(document.versions.length, 'version')}</h3>
      <ul className="doc-versions">
        {document.versions.map((file) => (
          <li key={file.id}>
            <span>
              <b className="pp-trunc">{file.name}</b>
              <small className="pp-muted">
                Version {file.number} · {KINDS[file.type] ?? ''}, {sizeText(file.size)} ·{' '}
                {file.uploadedBy ?? 'Somebody'}, {formatDateTime(file.uploadedAt, timeZone)}
              </small>
            </span>
            {file.check ? (
              <CheckLine check={file.check} />
            ) : (
              <IconButton
                label={`Download version ${file.number}`}
                disabled={loading === file.id}
                onClick={() => onDownload(file)}
              >
                <Download className="pp-i" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Readers({ readBy }: { readBy: NonNullable<WholeDocument['readBy']> }) {
  const { timeZone } = useCurrentUser().organization;
  const read = readBy.filter(({ readAt }) => readAt !== null).length;
  return (
    <section aria-label="Read by">
      <h3 className="doc-h">
        Read by {read} of {readBy.length}
      </h3>
      <ul className="doc-log">
        {readBy.map(({ id, name, readAt }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="pp-muted">{readAt ? formatDateTime(readAt, timeZone) : 'Not yet'}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Downloads({ downloads }: { downloads: NonNullable<WholeDocument['downloads']> }) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <section aria-label="Opened by">
      <h3 className="doc-h">Opened by</h3>
      <ul className="doc-log">
        {downloads.map(({ by, number, at }) => (
          <li key={`${at} ${by ?? ''}`}>
            <span>
              {by ?? 'Somebody'}, version {number}
            </span>
            <span className="pp-muted">{formatDateTime(at, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { displayMessage, formatShortDate, today } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser, type RecordRef } from '@paperplane/shared/platform';
import { Button, Card, CardHeader, InlineError, SkeletonRows, Upload } from '@paperplane/shared/ui';
import { useState } from 'react';
import { RowMenu } from '../../parts/row-menu';
import { expiryOf, type ListedDocument } from '../document';
import { DocumentTile } from '../document-tile';
import { useListRecordDocumentsQuery } from '../documents-api';
import '../documents.css';
import { CheckLine } from '../file-check';
import { useDocumentActions } from '../use-document-actions';
import { useLiveDocuments } from '../use-live-documents';
import { VisibleTo } from '../visible-to';
import { documentsOf } from './documents-of';
import { DroppedFiles } from './dropped-files';

/** The documents of one record, on its page: list and upload. */
export default function DocumentsCard({ type: kind, id }: RecordRef) {
  const { isAdmin } = useAuth();
  const wanted = documentsOf({ type: kind, id });
  const list = useListRecordDocumentsQuery(wanted);
  useLiveDocuments();
  const [open, setOpen] = useState<string | null>(null);
  const { itemsFor, dialogs, upload } = useDocumentActions({ open, setOpen });
  const record = { ...wanted, label: '' };
  const mayAdd = isAdmin || kind === 'sale' || kind === 'customer';
  const items = list.currentData?.rows ?? [];
  return (
    <Card padded={false} label="Documents" className="pp-card-line doc-card">
      <CardHeader
        title={
          <>
            Documents{' '}
            {items.length > 0 && <span className="pp-tag doc-count">{list.currentData?.count}</span>}
          </>
        }
        action={
          mayAdd && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Upload className="pp-i" />}
              onClick={() => upload(record)}
            >
              Upload
            </Button>
          )
        }
      />
      {list.error && !list.currentData ? (
        <InlineError message={displayMessage(list.error)} onRetry={() => void list.refetch()} />
      ) : !list.currentData ? (
        <SkeletonRows rows={3} label="Loading documents" />
      ) : (
        <ul className="doc-list">
          {items.map((document) => (
            <Item key={document.id} kind={kind} document={document} onOpen={() => setOpen(document.id)}>
              <RowMenu name={document.title} items={itemsFor(document)} />
            </Item>
          ))}
        </ul>
      )}
      {mayAdd ? (
        <DroppedFiles record={record} />
      ) : (
        list.currentData?.count === 0 && <p className="doc-none pp-muted">There are none.</p>
      )}
      {dialogs}
    </Card>
  );
}

interface ItemProps {
  kind: RecordRef['type'];
  document: ListedDocument;
  onOpen: () => void;
  /** Its menu. */
  children: React.ReactNode;
}

function Item({ kind, document, onOpen, children }: ItemProps) {
  const { timeZone } = useCurrentUser().organization;
  const now = today(timeZone);
  const expiry = expiryOf(document.expiresOn, now);
  const when = expiry
    ? (expiry.text ?? `expires ${formatShortDate(document.expiresOn, now)}`)
    : formatShortDate(document.updatedAt, now, timeZone);
  return (
    <li>
      <DocumentTile type={document.file.type} />
      <span className="doc-item">
        <button type="button" className="pp-tlink pp-trunc" onClick={onOpen}>
          {document.title}
        </button>
        <small className="pp-muted">
          {document.check ? (
            <CheckLine check={document.check} />
          ) : (
            <>
              <VisibleTo document={document} record={kind} />
              <span> · {when}</span>
            </>
          )}
          {document.file.number > 1 && <span className="pp-tag">v{document.file.number}</span>}
        </small>
      </span>
      {children}
    </li>
  );
}

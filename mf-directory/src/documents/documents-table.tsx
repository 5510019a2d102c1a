import { formatDate, formatShortDate, today, DOCUMENT_CATEGORY_LABELS } from '@paperplane/shared/domain';
import { Link, useCurrentUser } from '@paperplane/shared/platform';
import {
  ListTable,
  MobileListItem,
  Td,
  type ListColumn,
  type MenuItem,
  type Sorting,
} from '@paperplane/shared/ui';
import { RowMenu } from '../parts/row-menu';
import { expiryOf, sizeText, type ListedDocument } from './document';
import { DocumentTile } from './document-tile';
import { CheckLine } from './file-check';
import { recordPath } from './record-path';
import { KINDS } from './upload/file-kind';
import { VisibleTo } from './visible-to';

interface DocumentsTableProps {
  documents: readonly ListedDocument[];
  sorting: Sorting;
  /** Where a document opens. */
  openAt: (id: string) => string;
  itemsFor: (document: ListedDocument) => readonly MenuItem[];
}

/** "PDF, 640 KB · version 3". */
function fileText({ file, readers }: ListedDocument): string {
  return [
    `${KINDS[file.type] ?? 'File'}, ${sizeText(file.size)}`,
    file.number > 1 ? `version ${file.number}` : null,
    readers ? `read by ${readers.read} of ${readers.asked}` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Expires({ document, now }: { document: ListedDocument; now: string }) {
  const expiry = expiryOf(document.expiresOn, now);
  if (!expiry) return <span className="pp-muted">–</span>;
  return (
    <span className={`doc-expires is-${expiry.tone}`}>
      <span>{formatDate(document.expiresOn)}</span>
      {expiry.text && <small>{expiry.text}</small>}
    </span>
  );
}

function BelongsTo({ document }: { document: ListedDocument }) {
  if (document.record)
    return (
      <Link className="pp-link" to={recordPath(document.record)}>
        {document.record.label}
      </Link>
    );
  return document.member ? <>{document.member.name}</> : <span className="pp-muted">–</span>;
}

type RowProps = { document: ListedDocument; now: string } & DocumentsTableProps;

function Row({ document, now, openAt, itemsFor }: RowProps) {
  const { timeZone } = useCurrentUser().organization;
  return (
    <tr>
      <Td text>
        <span className="pp-who">
          <DocumentTile type={document.file.type} />
          <span>
            <Link className="pp-tlink pp-trunc" to={openAt(document.id)}>
              {document.title}
            </Link>
            <small className="pp-trunc">
              {document.check ? <CheckLine check={document.check} /> : fileText(document)}
            </small>
          </span>
        </span>
      </Td>
      <Td>{DOCUMENT_CATEGORY_LABELS[document.category]}</Td>
      <Td needs="medium">
        <BelongsTo document={document} />
      </Td>
      <Td needs="wide">
        <VisibleTo document={document} />
      </Td>
      <Td>
        <Expires document={document} now={now} />
      </Td>
      <Td needs="wide">
        <span className="doc-two">
          <span>{document.updatedBy ?? 'Somebody'}</span>
          <small>{formatShortDate(document.updatedAt, now, timeZone)}</small>
        </span>
      </Td>
      <Td className="directory-rowmenu">
        <RowMenu name={document.title} items={itemsFor(document)} />
      </Td>
    </tr>
  );
}

const COLUMNS: readonly ListColumn[] = [
  { label: 'Document', sort: 'title' },
  { label: 'Category', sort: 'category' },
  { label: 'Belongs to', needs: 'medium' },
  { label: 'Visible to', needs: 'wide' },
  { label: 'Expires', sort: 'expiresOn' },
  { label: 'Updated', sort: 'updatedAt', first: 'desc', needs: 'wide' },
  { label: 'Actions', unseen: true },
];

function Item({ document, now, openAt }: Pick<RowProps, 'document' | 'now' | 'openAt'>) {
  const expiry = expiryOf(document.expiresOn, now);
  return (
    <MobileListItem
      to={openAt(document.id)}
      link={Link}
      media={<DocumentTile type={document.file.type} />}
      title={document.title}
      meta={
        document.check ? (
          <CheckLine check={document.check} />
        ) : (
          [DOCUMENT_CATEGORY_LABELS[document.category], document.record?.label ?? document.member?.name]
            .filter(Boolean)
            .join(' · ')
        )
      }
      pill={
        expiry && (
          <span className={`doc-expires is-${expiry.tone}`}>
            <small>{expiry.text ?? formatDate(document.expiresOn)}</small>
          </span>
        )
      }
    />
  );
}

/** The documents of one page: a table, and on a phone a two-line list of the same. */
export function DocumentsTable(props: DocumentsTableProps) {
  const now = today(useCurrentUser().organization.timeZone);
  return (
    <ListTable
      label="Documents"
      columns={COLUMNS}
      sorting={props.sorting}
      rows={props.documents}
      row={(document) => <Row key={document.id} document={document} now={now} {...props} />}
      item={(document) => <Item key={document.id} document={document} now={now} openAt={props.openAt} />}
    />
  );
}

import { plural } from '@paperplane/shared/domain';
import { Link, paths, useListAddress, useRealPage, useSearchParams } from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import {
  Button,
  Card,
  EmptyState,
  ListCard,
  ListPager,
  PageHead,
  Segmented,
  Upload,
} from '@paperplane/shared/ui';
import { useListDocumentsQuery } from './documents-api';
import { DocumentsFilters } from './documents-filters';
import { DOCUMENTS_LIST } from './documents-list';
import { DocumentsTable } from './documents-table';
import { ToRead } from './to-read';
import { useDocumentActions } from './use-document-actions';
import { useLiveDocuments } from './use-live-documents';
import './documents.css';

/** /documents: what the reader may see of the agency's papers; `?open=` shows one of them. */
export default function DocumentsPage() {
  const { query, set, to, sorting } = useListAddress(DOCUMENTS_LIST);
  const list = useListDocumentsQuery(query);
  const { data, currentData } = list;
  useLiveDocuments();
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const [params, setParams] = useSearchParams();
  const openAt = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id) next.set('open', id);
    else next.delete('open');
    return next;
  };
  const { itemsFor, dialogs, upload } = useDocumentActions({
    open: params.get('open'),
    setOpen: (id) => setParams(openAt(id)),
  });
  const hrefOf = (id: string) => `${paths.documents.href()}?${openAt(id).toString()}`;

  const isFiltered = Boolean(query.search || query.category || query.belongs || query.visibility);
  const button = (
    <Button icon={<Upload className="pp-i" />} onClick={() => upload(null)}>
      Upload
    </Button>
  );
  const counts = data?.counts;
  const segments = [
    ['All', '', counts?.all],
    ['Expiring', 'expiring', counts?.expiring],
    ['Expired', 'expired', counts?.expired],
    ['To read', 'to_read', counts?.toRead],
  ] as const;
  const isEmpty = currentData?.count === 0 && !isFiltered && !query.state;
  const first = (
    <>
      <PageHead title="Documents" />
      <Card padded={false} label="Documents">
        <EmptyState kind="first-run" title="Keep your first document" actions={button}>
          Contracts, agreements and papers of customers and sales, with versions and who may see them.
        </EmptyState>
      </Card>
    </>
  );
  const filled = (
    <>
      <PageHead
        title="Documents"
        subtitle={
          counts
            ? `${plural(counts.all, isFiltered ? 'matching document' : 'document')} · ${counts.expiring} ${counts.expiring === 1 ? 'expires' : 'expire'} within 60 days`
            : null
        }
        actions={button}
        busy={list.isFetching && data !== undefined}
      />
      {data?.toConfirm && <ToRead key={data.toConfirm.id} document={data.toConfirm} openAt={hrefOf} />}
      <div className="pp-bar">
        <Segmented
          label="State"
          link={Link}
          segments={segments.map(([label, state, count]) => ({
            label,
            to: to({ state }),
            active: state === query.state,
            count,
          }))}
        />
        <DocumentsFilters query={query} set={set} />
      </div>
      <ListCard
        label="Documents"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <NoMatch
            title={query.search ? `No documents match “${query.search}”` : 'No documents match these filters'}
            text="Search looks at titles, file names and what a document belongs to."
            clearTo={to({ q: '', category: '', belongs: '', visibility: '', state: '' })}
          />
        }
      >
        {(page) => (
          <>
            <DocumentsTable documents={page.rows} sorting={sorting} openAt={hrefOf} itemsFor={itemsFor} />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </>
  );
  return (
    <main id="main" className="pp-page documents">
      {isEmpty ? first : filled}
      {data && !data.looksIntoFiles && (
        <p className="pp-muted pp-sm doc-believed">
          What a file holds is not checked here: it may be something else than its name and type say.
        </p>
      )}
      {/* In one place, whatever is shown above: what is typed stays while the list arrives. */}
      {dialogs}
    </main>
  );
}

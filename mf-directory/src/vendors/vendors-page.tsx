import { formatCount, plural } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useExport,
  useListAddress,
  useRealPage,
} from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import {
  buttonClass,
  Card,
  EmptyState,
  ExportButton,
  ListCard,
  PageHead,
  ListPager,
  Plus,
} from '@paperplane/shared/ui';
import { ImportLink } from '@paperplane/shared/import';
import { toListArgs, useListVendorsQuery } from './vendors-api';
import { useVendorActions, vendorLinks } from './use-vendor-actions';
import { VendorsFilters } from './vendors-filters';
import { VENDORS_LIST } from './vendors-list';
import { VendorsTable } from './vendors-table';
import './vendors.css';

/** /vendors (admins): the companies the agency books with; one request brings page, sums and counts. */
export default function VendorsPage() {
  const { currency } = useCurrentUser().organization;
  const { query, set, to, sorting } = useListAddress(VENDORS_LIST);
  const list = useListVendorsQuery(query);
  const exporting = useExport('export_vendors', toListArgs(query));
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const { itemsFor, dialog } = useVendorActions();
  const isFiltered = Boolean(query.search || query.category || query.status || query.withoutTerms);

  const importing = <ImportLink to={paths.vendorsImport.href()} />;
  const create = (
    <Link to={paths.vendorCreate.href()} className={buttonClass('primary')}>
      <Plus className="pp-i" />
      <span>Add vendor</span>
    </Link>
  );
  const isNobody = currentData?.count === 0 && !isFiltered;
  // Requested only for an empty list: where all vendors are archived, the page leads to them.
  const archived = useListVendorsQuery({ ...query, page: 1, status: 'archived' }, { skip: !isNobody });
  const archivedCount = archived.data?.count ?? 0;
  if (isNobody && archived.isLoading) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Vendors" />
      </main>
    );
  }
  if (isNobody) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Vendors" />
        <Card padded={false} label="Vendors">
          <EmptyState
            kind="first-run"
            title={archivedCount > 0 ? 'No active vendors' : 'Add your first vendor'}
            actions={
              <>
                {archivedCount > 0 && (
                  <Link className={buttonClass('outline')} to={to({ status: 'archived' })}>
                    <span>Show {formatCount(archivedCount)} archived</span>
                  </Link>
                )}
                {importing}
                {create}
              </>
            }
          >
            A vendor’s default rate fills in the commission of every new sale with them.
          </EmptyState>
        </Card>
        {dialog}
      </main>
    );
  }
  return (
    <main id="main" className="pp-page vendors-list">
      <PageHead
        title="Vendors"
        subtitle={data ? plural(data.count, isFiltered ? 'matching vendor' : 'vendor') : null}
        actions={
          <>
            {importing}
            <ExportButton {...exporting} />
            {create}
          </>
        }
        busy={list.isFetching && data !== undefined}
      />
      <div className="pp-bar">
        <VendorsFilters {...{ query, set }} byCategory={data?.byCategory} />
      </div>
      <ListCard
        label="Vendors"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <NoMatch
            title={query.search ? `No vendors match “${query.search}”` : 'No vendors match these filters'}
            text="Search looks at names and at names on bank statements."
            clearTo={to({ q: '', category: '', status: '', withoutTerms: '' })}
          />
        }
      >
        {(page) => (
          <>
            <VendorsTable
              vendors={page.rows}
              sorting={sorting}
              currency={currency}
              itemsFor={(vendor) => [...vendorLinks(vendor), ...separated(itemsFor(vendor))]}
            />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
      {dialog}
    </main>
  );
}

/** A line above the first of them. */
const separated = <T extends object>([first, ...rest]: readonly T[]): T[] =>
  first ? [{ ...first, separated: true }, ...rest] : [];

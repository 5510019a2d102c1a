import { today as todayIn } from '@paperplane/shared/domain';
import { ImportLink } from '@paperplane/shared/import';
import {
  Link,
  paths,
  useAuth,
  useCurrentUser,
  useExport,
  useListAddress,
  useRealPage,
} from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import { ExportButton, ListCard, PageHead, ListPager } from '@paperplane/shared/ui';
import { useListSalesQuery } from '../sales-list-api';
import { toListArgs } from '../sales-list';
import { CreateSaleLink, FirstSale } from './list-states';
import { listSubtitle, noMatchText } from './list-texts';
import { SalesFilters } from './sales-filters';
import './sales-list.css';
import { isPart, NOTHING_FILTERED, SALES_LIST } from './sales-query';
import { SalesTable } from './sales-table';
import { StatusTabs } from './status-tabs';

/** Sales (docs/product/sales.md, Sales list): filter, search, sort and page live in the address; one request brings it all. */
export default function SalesListPage() {
  const { isAdmin } = useAuth();
  const { timeZone, currency } = useCurrentUser().organization;
  const { query, set, to, sorting } = useListAddress(SALES_LIST, isAdmin);
  const list = useListSalesQuery(query);
  const exporting = useExport('export_sales', toListArgs(query));
  const { currentData } = list;
  // The last known figures while a request is running; none when it failed.
  const sums = list.isError && !currentData ? undefined : list.data?.byStatus;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const today = todayIn(timeZone);

  if (currentData?.byStatus.total.count === 0 && !isPart(query)) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Sales" />
        <FirstSale />
      </main>
    );
  }
  return (
    <main id="main" className="pp-page sales-list">
      <PageHead
        title="Sales"
        subtitle={listSubtitle(sums, query, currency) ?? null}
        actions={
          <>
            <Link className="pp-link pp-sm" to={paths.saleGroups.href()}>
              Groups
            </Link>
            <ImportLink to={paths.salesImport.href()} />
            <ExportButton {...exporting} />
            <CreateSaleLink />
          </>
        }
        busy={list.isFetching && list.data !== undefined}
      />
      <div className="pp-bar">
        <StatusTabs status={query.status} sums={sums} statusTo={(status) => to({ status })} />
        <SalesFilters {...{ query, set, today }} sales={currentData?.rows} showAgent={isAdmin} />
      </div>
      <ListCard
        label="Sales"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={<NoMatch {...noMatchText(query, today)} clearTo={to(NOTHING_FILTERED)} />}
      >
        {(page) => (
          <>
            <SalesTable sales={page.rows} sorting={sorting} today={today} showAgent={isAdmin} />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </main>
  );
}

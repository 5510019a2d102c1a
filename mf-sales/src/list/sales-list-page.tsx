import { isFiltered, NO_FILTERS, today as todayIn } from '@paperplane/shared/domain';
import {
  Link,
  useAuth,
  useCurrentUser,
  useExport,
  useListQuery,
  useRealPage,
} from '@paperplane/shared/platform';
import { ExportButton, ListCard, PageHead, ListPager } from '@paperplane/shared/ui';
import { useListSalesQuery } from '../sales-list-api';
import { toListArgs } from '../sales-list-rows';
import { CreateSaleLink, FirstSale, NoMatch } from './list-states';
import { listSubtitle, noMatchText } from './list-texts';
import { SalesFilters } from './sales-filters';
import './sales-list.css';
import { SALES_LIST, salesQuery } from './sales-query';
import { SalesTable } from './sales-table';
import { StatusTabs } from './status-tabs';

/** Sales (docs/product.md, Sales list): filter, search, sort and page live in the address; one request brings it all. */
export default function SalesListPage() {
  const { isAdmin } = useAuth();
  const { timeZone, currency } = useCurrentUser().organization;
  const address = useListQuery(SALES_LIST);
  const { set, to, sorting } = address;
  const query = salesQuery(address.query, isAdmin);
  const list = useListSalesQuery(query);
  const exporting = useExport('export_sales', toListArgs(query));
  const { currentData } = list;
  // The last known figures while a request is running; none when it failed.
  const sums = list.isError && !currentData ? undefined : list.data?.sums;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const today = todayIn(timeZone);

  if (currentData?.sums.total.count === 0 && !isFiltered(query)) {
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
        subtitle={listSubtitle(sums, query.status, currency) ?? null}
        actions={
          <>
            <ExportButton {...exporting} />
            <CreateSaleLink />
          </>
        }
        busy={list.isFetching && list.data !== undefined}
      />
      <div className="pp-bar">
        <StatusTabs status={query.status} sums={sums} statusTo={(status) => to({ status })} />
        <SalesFilters {...{ query, set, today }} sales={currentData?.sales} showAgent={isAdmin} />
      </div>
      <ListCard
        label="Sales"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={<NoMatch {...noMatchText(query, today)} clearTo={to(NO_FILTERS)} />}
      >
        {(page) => (
          <>
            <SalesTable sales={page.sales} sorting={sorting} showAgent={isAdmin} />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </main>
  );
}

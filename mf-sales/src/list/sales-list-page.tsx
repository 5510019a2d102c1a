import { displayMessage, isAppError, isSaleStatus, PAGE_SIZE } from '@paperplane/shared/domain';
import { Link, paths, useQueryState } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, Pager, SkeletonRows } from '@paperplane/shared/ui';
import { useEffect } from 'react';
import { useGetSalesByStatusQuery, useGetSalesQuery } from '../sales-api';
import { useSkeleton } from '../use-skeleton';
import { CreateSaleLink, FirstSale, NoMatch } from './list-states';
import { listSubtitle } from './list-words';
import { SalesTable } from './sales-table';
import { StatusTabs } from './status-tabs';
import './sales-list.css';

/** Answered when a page behind the last one is asked for. */
const BEHIND_THE_END = 'PGRST103';

/** Reads status and page from the query string; anything unknown is ignored. */
function useSalesFilter() {
  const { values, set, search } = useQueryState({ status: '', page: '1' });
  const status = isSaleStatus(values.status) ? values.status : null;
  const page = /^[1-9]\d{0,8}$/.test(values.page) ? Number(values.page) : 1;
  return {
    status,
    page,
    set,
    statusTo: (next: string) => paths.sales.href() + search({ status: next }),
    pageTo: (next: number) => paths.sales.href() + search({ page: String(next) }),
  };
}

/** Sales (spec section 2, /sales): status tabs, paging, newest sale date first. */
export default function SalesListPage() {
  const { status, page, set, statusTo, pageTo } = useSalesFilter();
  const list = useGetSalesQuery({ status, page, pageSize: PAGE_SIZE });
  const { data: sums } = useGetSalesByStatusQuery();
  const { data, error } = list;
  const skeleton = useSkeleton(list.isLoading);

  const behindTheEnd =
    page > 1 &&
    ((isAppError(error) && error.code === BEHIND_THE_END) ||
      (list.currentData !== undefined && page > Math.max(1, list.currentData.totalPages)));
  useEffect(() => {
    if (behindTheEnd) set({ page: '1' }, { replace: true });
  }, [behindTheEnd, set]);

  if (!status && !error && list.currentData?.count === 0) {
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
        subtitle={listSubtitle(sums, status)}
        actions={<CreateSaleLink />}
        busy={list.isFetching && !list.isLoading}
      />
      <div className="sales-bar">
        <StatusTabs status={status} sums={sums} statusTo={statusTo} />
      </div>
      <Card padded={false} label="Sales">
        {error && !behindTheEnd ? (
          <ErrorState
            title="Sales did not load"
            message={displayMessage(error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : skeleton || !data ? (
          <div className="sales-loading">{skeleton && <SkeletonRows label="Loading sales" />}</div>
        ) : data.count === 0 && status ? (
          <NoMatch status={status} clearTo={statusTo('')} />
        ) : (
          <>
            <SalesTable sales={data.sales} />
            <Pager page={data.page} pageSize={data.pageSize} total={data.count} pageTo={pageTo} link={Link} />
          </>
        )}
      </Card>
    </main>
  );
}

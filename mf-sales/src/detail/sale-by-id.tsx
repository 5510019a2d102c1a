import { RecordGate } from '@paperplane/shared/records';
import { useTabTitle } from '@paperplane/shared/ui';
import { lazy, Suspense } from 'react';
import { useGetSaleHistoryQuery, useGetSaleQuery, useGetSharedSaleQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { SALE_PAGE } from '../sale-page';
import { SaleDetails } from './sale-details';

const SharedSalePage = lazy(() => import(/* webpackChunkName: "shared-sale" */ './shared-sale'));

/** The sale of an id, one's own or one of which the reader has a share (docs/product/sales.md, Sale page). */
export function SaleById({ id }: { id: string }) {
  const { currentData, error, isFetching, refetch } = useGetSaleQuery(id);
  const history = useGetSaleHistoryQuery(id);
  // Not one's own: perhaps somebody else's of which one has a share.
  const isAbsent = currentData === null;
  const shared = useGetSharedSaleQuery(id, { skip: !isAbsent });
  const named = currentData ?? (isAbsent ? shared.currentData : null);
  useTabTitle(named && `Sale ${saleName(named)}`);
  if (isAbsent && shared.currentData) {
    return (
      <Suspense>
        <SharedSalePage sale={shared.currentData} />
      </Suspense>
    );
  }
  // Undefined while it is asked for, null where there is none.
  const sharedNone = shared.currentData === null ? null : undefined;
  const query = {
    currentData: isAbsent ? sharedNone : currentData,
    error: error ?? shared.error,
    isFetching: isFetching || shared.isFetching,
    refetch: () => {
      if (isAbsent) void shared.refetch();
      void refetch();
      void history.refetch();
    },
  };
  return (
    <RecordGate {...SALE_PAGE} head="Sale details" query={query}>
      {(sale) => (
        <SaleDetails
          key={sale.id}
          sale={sale}
          historyProps={{
            history: history.currentData,
            error: history.error,
            onRetry: () => void history.refetch(),
          }}
          busy={isFetching}
        />
      )}
    </RecordGate>
  );
}

import { useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { useTabTitle } from '@paperplane/shared/ui';
import { useGetSaleHistoryQuery, useGetSaleQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { isSaleId, SALE_PAGE } from '../sale-page';
import { SaleDetails } from './sale-details';

/** Sale details (docs/product/sales.md, Sale page): sale and history come by two requests at the same time. */
export default function SaleDetailPage() {
  const { id = '' } = useParams();
  const skip = !isSaleId(id);
  const { currentData, error, isFetching, refetch } = useGetSaleQuery(id, { skip });
  const history = useGetSaleHistoryQuery(id, { skip });
  useTabTitle(currentData && saleName(currentData));
  const query = {
    currentData: skip ? null : currentData,
    error,
    isFetching,
    refetch: () => {
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

import { displayMessage } from '@paperplane/shared/domain';
import { Link, useParams } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, SkeletonDetail, useSkeleton, useTabTitle } from '@paperplane/shared/ui';
import { useGetSaleHistoryQuery, useGetSaleQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { isSaleId, SaleNotFound } from '../sale-not-found';
import { backToSales, SaleDetails } from './sale-details';

/** Sale details (spec section 2, /sales/{id}): sale and history come by two requests at the same time. */
export default function SaleDetailPage() {
  const { id = '' } = useParams();
  const skip = !isSaleId(id);
  const { currentData: sale, error, isFetching, refetch } = useGetSaleQuery(id, { skip });
  const history = useGetSaleHistoryQuery(id, { skip });
  const skeleton = useSkeleton(sale === undefined && !error);
  useTabTitle(sale && saleName(sale));

  if (skip || sale === null) return <SaleNotFound />;
  if (sale && !skeleton) {
    const historyProps = {
      history: history.currentData,
      error: history.error,
      onRetry: () => void history.refetch(),
    };
    return <SaleDetails key={sale.id} sale={sale} historyProps={historyProps} busy={isFetching} />;
  }
  return (
    <main id="main" className="pp-page">
      <PageHead title="Sale details" back={backToSales} link={Link} />
      {error ? (
        <Card padded={false} label="Sale">
          <ErrorState
            title="The sale did not load"
            message={displayMessage(error)}
            onRetry={() => {
              void refetch();
              void history.refetch();
            }}
            retrying={isFetching}
          />
        </Card>
      ) : (
        skeleton && <SkeletonDetail label="Loading sale" />
      )}
    </main>
  );
}

import { displayMessage, type AppError } from '@paperplane/shared/domain';
import { Link, paths, useParams } from '@paperplane/shared/platform';
import {
  buttonClass,
  Card,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonDetail,
  useSkeleton,
  useTabTitle,
} from '@paperplane/shared/ui';
import { useGetCommissionHistoryQuery, useGetCommissionQuery } from '../commissions-api';
import { isNotFound } from './not-found';
import { backToCommissions, OpenCommission } from './open-commission';
import './commission.css';

/**
 * Commission Details: amount, sale, share, payments and history; admins move it on, agents read. Commission and history are
 * requested at the same time.
 */
export default function CommissionPage() {
  const { id = '' } = useParams();
  const { currentData: commission, error, isFetching, refetch } = useGetCommissionQuery(id);
  const history = useGetCommissionHistoryQuery(id);
  const skeleton = useSkeleton(!commission && !error);

  if (commission && !skeleton) {
    return (
      <OpenCommission
        key={commission.id}
        commission={commission}
        history={{
          data: history.currentData,
          failed: history.isError,
          onRetry: () => void history.refetch(),
        }}
        busy={isFetching}
      />
    );
  }
  return (
    <main id="main" className="pp-page">
      <PageHead title="Commission Details" back={backToCommissions} link={Link} />
      {error ? (
        <Failure
          error={error as AppError}
          retrying={isFetching}
          onRetry={() => {
            void refetch();
            void history.refetch();
          }}
        />
      ) : (
        skeleton && <SkeletonDetail label="Loading commission" />
      )}
    </main>
  );
}

function Failure({ error, ...retry }: { error: AppError; retrying: boolean; onRetry: () => void }) {
  const notFound = isNotFound(error);
  useTabTitle(notFound ? 'Commission not found' : null);
  return (
    <Card label="Commission" padded={false}>
      {notFound ? (
        <EmptyState
          title="No such commission"
          actions={
            <Link className={buttonClass('outline')} to={paths.commissions.href()}>
              <span>All commissions</span>
            </Link>
          }
        >
          It does not exist, or it is not yours to see.
        </EmptyState>
      ) : (
        <ErrorState title="The commission did not load" message={displayMessage(error)} {...retry} />
      )}
    </Card>
  );
}

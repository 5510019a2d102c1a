import { Navigate, paths, useParams } from '@paperplane/shared/platform';
import { isNotFound, RecordGate } from '@paperplane/shared/records';
import {
  useGetCommissionQuery,
  useGetCommissionRecordQuery,
  useGetSharedSaleIdQuery,
} from '../commissions-api';
import { backToCommissions, OpenCommission } from './open-commission';
import './commission.css';

const ABSENT = {
  title: 'No such commission',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All commissions',
};

/**
 * Commission Details: amount, sale, share, payments and history; admins move it on, agents read. The commission, and what
 * is told beside it, are requested at the same time.
 */
export default function CommissionPage() {
  const { id = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useGetCommissionQuery(id);
  const record = useGetCommissionRecordQuery(id);
  // Not one's own: perhaps one has a share of its sale, whose page tells it.
  const isAbsent = isNotFound(error);
  const shared = useGetSharedSaleIdQuery(id, { skip: !isAbsent });
  if (isAbsent && shared.currentData) return <Navigate to={paths.sale.href(shared.currentData)} replace />;
  const isAsked = isAbsent && shared.isFetching;
  const query = {
    currentData,
    error: isAsked ? undefined : (shared.error ?? error),
    isFetching: isFetching || shared.isFetching,
    refetch: () => {
      if (isAbsent) void shared.refetch();
      void refetch();
      void record.refetch();
    },
  };
  return (
    <RecordGate
      label="Commission"
      head="Commission Details"
      back={backToCommissions}
      failedTitle="The commission did not load"
      absent={ABSENT}
      query={query}
    >
      {(commission) => (
        <OpenCommission
          key={commission.id}
          commission={commission}
          record={{
            data: record.currentData,
            failed: record.isError,
            onRetry: () => void record.refetch(),
          }}
          busy={isFetching}
        />
      )}
    </RecordGate>
  );
}

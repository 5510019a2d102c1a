import { useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import {
  useGetCommissionDepositsQuery,
  useGetCommissionHistoryQuery,
  useGetCommissionQuery,
} from '../commissions-api';
import { backToCommissions, OpenCommission } from './open-commission';
import './commission.css';

const ABSENT = {
  title: 'No such commission',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All commissions',
};

/**
 * Commission Details: amount, sale, share, payments and history; admins move it on, agents read. Commission and history are
 * requested at the same time.
 */
export default function CommissionPage() {
  const { id = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useGetCommissionQuery(id);
  const history = useGetCommissionHistoryQuery(id);
  const deposits = useGetCommissionDepositsQuery(id);
  const query = {
    currentData,
    error,
    isFetching,
    refetch: () => {
      void refetch();
      void history.refetch();
      void deposits.refetch();
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
          history={{
            data: history.currentData,
            failed: history.isError,
            onRetry: () => void history.refetch(),
          }}
          deposits={{
            data: deposits.currentData,
            failed: deposits.isError,
            onRetry: () => void deposits.refetch(),
          }}
          busy={isFetching}
        />
      )}
    </RecordGate>
  );
}

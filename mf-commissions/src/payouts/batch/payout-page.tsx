import { useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import '../parts/payouts.css';
import { useGetPayoutQuery } from '../payouts-api';
import { useLivePayouts } from '../use-live-payouts';
import { BACK, OpenPayout } from './open-payout';
import './payout.css';

const ABSENT = {
  title: 'No such payout',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All payouts',
};

/** One payout: who gets what for which commission, and what can be done with it now. */
export default function PayoutPage() {
  const { id = '' } = useParams();
  const query = useGetPayoutQuery(id);
  useLivePayouts();
  return (
    <RecordGate
      label="Payout"
      back={BACK}
      failedTitle="The payout did not load"
      absent={ABSENT}
      query={query}
    >
      {(payout) => <OpenPayout key={payout.payout.id} record={payout} busy={query.isFetching} />}
    </RecordGate>
  );
}

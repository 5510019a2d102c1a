import { useParams, paths } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { useGetBankTransactionQuery } from '../bank-api';
import '../parts/bank.css';
import { useLiveBank } from '../use-live-bank';
import { OpenTransaction } from './open-transaction';
import './workbench.css';
import './deposit-pane.css';
import './allocation.css';
import './allocation-lines.css';
import './candidates.css';
import './workbench-narrow.css';

const ABSENT = {
  title: 'No such transaction',
  text: 'It does not exist, or its import has been undone.',
  leave: 'Back to the bank',
};

/** One transaction of the bank: what it pays, to the cent. */
export default function WorkbenchPage() {
  const { id = '' } = useParams();
  const query = useGetBankTransactionQuery(id);
  useLiveBank();
  return (
    <RecordGate
      label="Transaction"
      head="Bank transaction"
      back={{ to: paths.bank.href(), label: 'Bank' }}
      failedTitle="The transaction did not load"
      absent={ABSENT}
      query={query}
    >
      {(record) => <OpenTransaction key={record.transaction.id} record={record} busy={query.isFetching} />}
    </RecordGate>
  );
}

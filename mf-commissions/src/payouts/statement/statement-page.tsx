import { displayName } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate } from '@paperplane/shared/records';
import { PageHead, StatusPill, useTabTitle } from '@paperplane/shared/ui';
import { isRecordId } from '../../record-id';
import '../parts/payouts.css';
import { useGetStatementQuery, type PaidStatement } from '../payouts-api';
import { StatementButtons } from './statement-buttons';
import { StatementSheet } from './statement-sheet';
import './statement.css';

const ABSENT = {
  title: 'No such statement',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All payouts',
};

/** What an agent was told about one payout: a sheet of paper, on the screen and from the printer. */
export default function StatementPage() {
  const { id = '' } = useParams();
  const isId = isRecordId(id);
  const { currentData, error, isFetching, refetch } = useGetStatementQuery(id, { skip: !isId });
  return (
    <RecordGate
      label="Statement"
      back={{ to: paths.payouts.href(), label: 'Payouts' }}
      failedTitle="The statement did not load"
      absent={ABSENT}
      query={{ currentData: isId ? currentData : null, error, isFetching, refetch }}
    >
      {(statement) => <OpenStatement key={statement.id} statement={statement} busy={isFetching} />}
    </RecordGate>
  );
}

function OpenStatement({ statement, busy }: { statement: PaidStatement; busy: boolean }) {
  const { isAdmin } = useAuth();
  const { id, organization } = useCurrentUser();
  const isOwn = statement.agentId === id;
  useTabTitle(`Statement ${statement.number}`);
  return (
    <>
      <PageHead
        title={isOwn ? `Statement of ${statement.payout}` : `Statement of ${displayName(statement.agent)}`}
        status={<StatusPill status="paid" />}
        back={
          isAdmin
            ? { to: paths.payout.href(statement.batchId), label: `${statement.payout} payout` }
            : { to: paths.payouts.href(), label: 'My payouts' }
        }
        link={Link}
        busy={busy}
        actions={<StatementButtons statement={statement} />}
      />
      <StatementSheet statement={statement} isOwn={isOwn} timeZone={organization.timeZone} />
    </>
  );
}

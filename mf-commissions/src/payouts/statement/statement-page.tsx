import { displayName, formatDate } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { RecordGate, useLazyDialog } from '@paperplane/shared/records';
import { Button, InlineBanner, PageHead, StatusPill, Undo2, useTabTitle } from '@paperplane/shared/ui';
import { useState } from 'react';
import '../parts/payouts.css';
import type { PaidStatement } from '../payout-types';
import { useGetStatementQuery } from '../payouts-api';
import { StatementButtons } from './statement-buttons';
import { StatementSheet } from './statement-sheet';
import './statement.css';

const ABSENT = {
  title: 'No such statement',
  text: 'It does not exist, or it is not yours to see.',
  leave: 'All payouts',
};

const loadVoid = () =>
  import(/* webpackChunkName: "lazy-void" */ '../parts/void-dialog').then((code) => code.VoidDialog);

/** What an agent was told about one payout: a sheet of paper, on the screen and from the printer. */
export default function StatementPage() {
  const { id = '' } = useParams();
  const query = useGetStatementQuery(id);
  return (
    <RecordGate
      label="Statement"
      back={{ to: paths.payouts.href(), label: 'Payouts' }}
      failedTitle="The statement did not load"
      absent={ABSENT}
      query={query}
    >
      {(statement) => <OpenStatement key={statement.id} statement={statement} busy={query.isFetching} />}
    </RecordGate>
  );
}

function OpenStatement({ statement, busy }: { statement: PaidStatement; busy: boolean }) {
  const { isAdmin } = useAuth();
  const { id, organization } = useCurrentUser();
  const isOwn = statement.agentId === id;
  const [Void, fetchVoid] = useLazyDialog(loadVoid);
  const [voiding, setVoiding] = useState(false);
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
        actions={
          <>
            {isAdmin && !statement.void && statement.amount > 0 && (
              <Button
                variant="outline"
                icon={<Undo2 className="pp-i" />}
                onClick={() => void fetchVoid().then((isThere) => setVoiding(isThere))}
              >
                Void payment
              </Button>
            )}
            <StatementButtons statement={statement} />
          </>
        }
      />
      {statement.void && (
        <div className="statement-void">
          <InlineBanner
            tone="warning"
            title={`Voided on ${formatDate(statement.void.voidedOn)}: ${statement.void.reason}`}
          >
            The money came back. The next payout pays it again.
          </InlineBanner>
        </div>
      )}
      <StatementSheet statement={statement} isOwn={isOwn} timeZone={organization.timeZone} />
      {voiding && Void && (
        <Void
          payment={{
            by: { statementId: statement.id },
            amount: statement.amount,
            currency: statement.currency,
            name: displayName(statement.agent),
            paidOn: statement.paidOn,
          }}
          onClose={() => setVoiding(false)}
        />
      )}
    </>
  );
}

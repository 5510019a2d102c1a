import { useState } from 'react';
import { displayMessage, type AppError } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, ErrorState, PageHead, SkeletonDetail } from '@paperplane/shared/ui';
import type { Commission } from '../commission-types';
import { useGetCommissionHistoryQuery, useGetCommissionQuery } from '../commissions-api';
import { AgentPayments } from './agent-payments';
import { AgentShare } from './agent-share';
import { CommissionActions, CommissionDialogs, type OpenDialog } from './commission-actions';
import { CommissionHero } from './commission-hero';
import { CommissionHistory } from './commission-history';
import { commissionSteps, reachedAt } from './commission-steps';
import { isNotFound } from './not-found';
import { RelatedSale } from './related-sale';
import './commission.css';

/** Commission Details: amount, sale, share, payments and history; admins move it on, agents read. */
export default function CommissionPage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const { currentData: commission, error, isFetching, refetch } = useGetCommissionQuery(id);
  const [open, setOpen] = useState<OpenDialog>(null);

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Details"
        back={{ to: paths.commissions.href(), label: 'Commissions' }}
        link={Link}
        busy={isFetching && Boolean(commission)}
        actions={commission && isAdmin && <CommissionActions commission={commission} onOpen={setOpen} />}
      />
      {commission && <Details commission={commission} isAdmin={isAdmin} />}
      {commission && isAdmin && <CommissionDialogs commission={commission} open={open} onOpen={setOpen} />}
      {!commission && error && (
        <Failure error={error as AppError} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!commission && !error && <SkeletonDetail label="Loading commission" />}
    </main>
  );
}

function Failure({ error, ...retry }: { error: AppError; retrying: boolean; onRetry: () => void }) {
  return (
    <Card label="Commission" padded={false}>
      {isNotFound(error) ? (
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

function Details({ commission, isAdmin }: { commission: Commission; isAdmin: boolean }) {
  const { timeZone } = useCurrentUser().organization;
  const history = useGetCommissionHistoryQuery(commission.id);
  const entries = history.currentData ?? [];
  const receivedAt = reachedAt(entries, 'funds_received');
  return (
    <>
      <CommissionHero commission={commission} steps={commissionSteps(commission, entries, timeZone)} />
      <div className="pp-grid pp-after">
        <div className="c8 pp-stack pp-stack-lg">
          <RelatedSale commission={commission} isAdmin={isAdmin} />
          <AgentPayments {...{ commission, receivedAt, timeZone, isAdmin }} />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <AgentShare commission={commission} />
          <CommissionHistory
            history={history.currentData}
            failed={history.isError}
            onRetry={() => void history.refetch()}
            commission={commission}
            timeZone={timeZone}
          />
        </div>
      </div>
    </>
  );
}

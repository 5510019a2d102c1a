import { useState } from 'react';
import { displayMessage, type AppError } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useParams, useQueryState } from '@paperplane/shared/platform';
import {
  buttonClass,
  Card,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonDetail,
  StatusHelpDialog,
  useTabTitle,
} from '@paperplane/shared/ui';
import { useGetCommissionHistoryQuery, useGetCommissionQuery } from '../commissions-api';
import { CommissionActions, CommissionDialogs, isPayable, type OpenDialog } from './commission-actions';
import { CommissionDetails } from './commission-details';
import { isNotFound } from './not-found';
import './commission.css';

/**
 * Commission Details: amount, sale, share, payments and history; admins move it on, agents read. Commission and history come in one wave
 * of two requests.
 */
export default function CommissionPage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const { currentData: commission, error, isFetching, refetch } = useGetCommissionQuery(id);
  const history = useGetCommissionHistoryQuery(id);
  const { values, set: setQuery } = useQueryState({ pay: '' });
  const [open, setOpen] = useState<OpenDialog>(null);
  // From "Record payment" on the sale: the dialog opens with the page, once.
  const [asked, setAsked] = useState(values.pay !== '');
  if (asked && commission) {
    setAsked(false);
    if (isAdmin && isPayable(commission)) setOpen({ dialog: 'payment' });
  }
  const change = (next: OpenDialog) => {
    setOpen(next);
    if (values.pay) setQuery({ pay: '' }, { replace: true });
  };
  const [help, setHelp] = useState(false);

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Details"
        back={{ to: paths.commissions.href(), label: 'Commissions' }}
        link={Link}
        busy={isFetching && Boolean(commission)}
        actions={commission && isAdmin && <CommissionActions commission={commission} onOpen={change} />}
      />
      {commission && (
        <CommissionDetails
          commission={commission}
          history={{
            data: history.currentData,
            failed: history.isError,
            onRetry: () => void history.refetch(),
          }}
          timeZone={timeZone}
          isAdmin={isAdmin}
          onHelp={() => setHelp(true)}
        />
      )}
      {commission && isAdmin && <CommissionDialogs commission={commission} open={open} onOpen={change} />}
      {help && <StatusHelpDialog kind="commission" onClose={() => setHelp(false)} />}
      {!commission && error && (
        <Failure
          error={error as AppError}
          retrying={isFetching}
          onRetry={() => {
            void refetch();
            void history.refetch();
          }}
        />
      )}
      {!commission && !error && <SkeletonDetail label="Loading commission" />}
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

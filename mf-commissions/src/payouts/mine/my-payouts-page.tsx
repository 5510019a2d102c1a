import { displayMessage, formatPercent } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { NotKeptCard } from '@paperplane/shared/records';
import { Card, ErrorState, PageHead, SkeletonDetail, useSkeleton } from '@paperplane/shared/ui';
import { HeadTabs } from '../../parts/head-tabs';
import { OwnNotesCard, TaxCard } from '../../tax-forms';
import { commonSplit } from '../batch/by-agent';
import { earns } from '../parts/payout-words';
import '../parts/payouts.css';
import type { MyPayouts } from '../payout-types';
import { useGetMyPayoutsQuery } from '../payouts-api';
import { useLivePayouts } from '../use-live-payouts';
import { AccountCard } from './account-card';
import { ExportYear } from './export-year';
import { InThisPayout } from './in-this-payout';
import './my-payouts.css';
import { NextPayout } from './next-payout';
import { StatementsCard } from './statements-card';
import { WaitingCard } from './waiting-card';

const BACK = { to: paths.payouts.href(), label: 'Payouts' };

/** What an agent gets with the next payout, why the rest is not in it, and every statement. Admins have theirs, too, beside all others'. */
export default function MyPayoutsPage() {
  const { isAdmin } = useAuth();
  const { data, error, isFetching, refetch } = useGetMyPayoutsQuery();
  useLivePayouts();
  const isWaiting = useSkeleton(!data && !error);
  const split = data && commonSplit(data.lines.filter(earns));
  const subtitle = split == null ? undefined : `Your share is ${formatPercent(split)} of commission`;
  const busy = isFetching && data !== undefined;
  return (
    <main id="main" className="pp-page">
      {isAdmin ? (
        <PageHead
          title="My payouts"
          subtitle={subtitle}
          back={BACK}
          link={Link}
          busy={busy}
          actions={<ExportYear />}
        />
      ) : (
        <>
          <PageHead title="Commission Management" subtitle={subtitle} busy={busy} actions={<ExportYear />} />
          <HeadTabs current="payouts" />
        </>
      )}
      {data && !isWaiting ? (
        <Shown mine={data} />
      ) : error ? (
        <Card padded={false} label="My payouts">
          <ErrorState
            title="Your payouts did not load"
            message={displayMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        isWaiting && <SkeletonDetail label="Loading your payouts" />
      )}
    </main>
  );
}

function Shown({ mine }: { mine: MyPayouts }) {
  return (
    <>
      <NextPayout mine={mine} />
      <div className="pp-grid pp-after">
        <div className="c8 pp-stack pp-stack-lg">
          <InThisPayout mine={mine} />
          <WaitingCard waiting={mine.waiting} />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <StatementsCard mine={mine} />
          {mine.account === undefined ? (
            <NotKeptCard title="Where it goes" />
          ) : (
            <AccountCard account={mine.account} />
          )}
          <TaxCard />
          <OwnNotesCard />
        </div>
      </div>
    </>
  );
}

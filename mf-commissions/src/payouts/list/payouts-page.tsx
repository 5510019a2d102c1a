import { formatWeekday, today as todayIn } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useCurrentUser,
  useListQuery,
  useNavigate,
  useRealPage,
} from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  buttonClass,
  EmptyState,
  HandCoins,
  ListCard,
  ListPager,
  PageHead,
  Settings,
  Wallet,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { HeadTabs } from '../../parts/head-tabs';
import '../parts/payouts.css';
import type { PayoutRow } from '../payout-types';
import { useListPayoutsQuery } from '../payouts-api';
import { useLivePayouts } from '../use-live-payouts';
import './payouts-list.css';
import { PAYOUT_RULES } from './payouts-query';
import { PayoutsStrip } from './payouts-strip';
import { PayoutsTable } from './payouts-table';

const loadStart = () =>
  import(/* webpackChunkName: "lazy-start-payout" */ './start-dialog').then((code) => code.StartDialog);

const isOpen = ({ status }: PayoutRow) =>
  status === 'draft' || status === 'approved' || status === 'scheduled';

/** The payout that is not paid yet, which is always the latest but for discarded ones. */
export const openPayout = (rows: readonly PayoutRow[] | undefined) => rows?.find(isOpen);

/** Payouts: what can be paid now, and every payout there was. */
export default function PayoutsPage() {
  const { timeZone, currency } = useCurrentUser().organization;
  const { query, set, to } = useListQuery(PAYOUT_RULES);
  const list = useListPayoutsQuery({ page: query.page, pageSize: query.pageSize });
  useLivePayouts();
  const { data, currentData } = list;
  const failed = list.isError && !currentData;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const today = todayIn(timeZone);
  const open = openPayout(data?.rows);
  const [StartDialog, fetchStart] = useLazyDialog(loadStart);
  const [starting, setStarting] = useState(false);
  const navigate = useNavigate();
  const start = () => void fetchStart().then((isThere) => isThere && setStarting(true));

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Management"
        subtitle={
          data && !failed
            ? open?.plannedOn
              ? `Next payout planned for ${formatWeekday(open.plannedOn)}`
              : 'What is owed to agents, paid together'
            : null
        }
        busy={list.isFetching && data !== undefined}
        actions={
          <>
            <Link to={paths.myPayouts.href()} className={buttonClass('outline')} aria-label="My payouts">
              <Wallet className="pp-i" />
              <span>My payouts</span>
            </Link>
            <Link
              to={paths.profile.href({ tab: 'organization' })}
              className={`${buttonClass('outline')} payouts-settings`}
              aria-label="Payment settings"
            >
              <Settings className="pp-i" />
              <span>Payment settings</span>
            </Link>
            {open ? (
              <Link to={paths.payout.href(open.id)} className={`${buttonClass('primary')} payouts-next`}>
                <HandCoins className="pp-i" />
                <span>Open {open.name}</span>
              </Link>
            ) : (
              data &&
              !failed &&
              query.page === 1 && (
                <Button className="payouts-next" icon={<HandCoins className="pp-i" />} onClick={start}>
                  Start a payout
                </Button>
              )
            )}
          </>
        }
      />
      <HeadTabs current="payouts" toReview={data?.toReview} />
      <PayoutsStrip
        {...{ failed, currency }}
        year={today.slice(0, 4)}
        strip={failed ? undefined : data?.strip}
      />
      <ListCard
        label="Payouts"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <EmptyState kind="first-run" title="Pay everybody at once">
            A payout collects every commission that can be paid to its agent. You check it, approve it, and
            record it as paid.
          </EmptyState>
        }
      >
        {(page) => (
          <>
            <PayoutsTable items={page.rows} {...{ currency, today }} />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
      {starting && StartDialog && data && (
        <StartDialog
          ready={data.strip.ready}
          currency={currency}
          onStarted={(id) => void navigate(paths.payout.href(id))}
          onClose={() => setStarting(false)}
        />
      )}
    </main>
  );
}

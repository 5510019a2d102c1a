import { today as todayIn } from '@paperplane/shared/domain';
import {
  Link,
  paths,
  useAuth,
  useCurrentUser,
  useExport,
  useListAddress,
  useRealPage,
} from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import {
  buttonClass,
  ExportButton,
  HandCoins,
  ListCard,
  PageHead,
  ListPager,
  Segmented,
} from '@paperplane/shared/ui';
import { HeadTabs } from '../../parts/head-tabs';
import { useListCommissionsQuery } from '../commission-list-api';
import { toListArgs } from '../commission-list-api';
import { CommissionsFilters } from './commissions-filters';
import './commissions-list.css';
import { COMMISSIONS_LIST, isPart, NOTHING_FILTERED } from './commissions-query';
import { CommissionsTable } from './commissions-table';
import { listSubtitle, noMatchText, statusTabs } from './list-texts';
import { FirstCommission } from './no-commissions';
import { StatStrip } from './stat-strip';

/** Commission Management: where every commission stands. Agents get their own, by row-level security. */
export default function CommissionsPage() {
  const { isAdmin } = useAuth();
  const { timeZone, currency } = useCurrentUser().organization;
  const { query, set, to, sorting } = useListAddress(COMMISSIONS_LIST, isAdmin);
  const list = useListCommissionsQuery(query);
  const exporting = useExport('export_commissions', toListArgs(query));
  const { currentData } = list;
  const failed = list.isError && !currentData;
  // The last known figures while a request is running; none when it failed.
  const stats = failed ? undefined : list.data?.stats;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const today = todayIn(timeZone);

  if (currentData?.stats.total.count === 0 && !isPart(query)) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Commission Management" />
        <HeadTabs current="commissions" toReview={currentData.toReview} />
        <FirstCommission />
      </main>
    );
  }
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Management"
        subtitle={
          listSubtitle(stats, query, today, { currency, isAdmin, beside: list.data?.readyBeside }) ?? null
        }
        actions={
          <>
            {isAdmin && (
              <Link
                className={buttonClass('outline')}
                to={paths.otherCommissions.href()}
                aria-label="Other commissions"
              >
                <HandCoins className="pp-i" />
                <span>Other commissions</span>
              </Link>
            )}
            <ExportButton {...exporting} />
          </>
        }
        busy={list.isFetching && list.data !== undefined}
      />
      <HeadTabs current="commissions" toReview={list.data?.toReview} />
      <StatStrip
        stats={stats}
        failed={failed}
        currency={currency}
        isAdmin={isAdmin}
        overdue={query.overdue}
        statusTo={(status) => to({ status })}
      />
      <div className="pp-bar commissions-bar">
        <Segmented
          label="Status"
          link={Link}
          segments={statusTabs(query.status, stats, (status) => to({ status }))}
        />
        <CommissionsFilters {...{ query, set, today }} items={currentData?.rows} showAgent={isAdmin} />
      </div>
      <ListCard
        label="Commissions"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={<NoMatch {...noMatchText(query, today)} clearTo={to(NOTHING_FILTERED)} />}
      >
        {(page) => (
          <>
            <CommissionsTable
              {...{ items: page.rows, sorting, currency, today }}
              overdue={query.overdue}
              ready={query.ready}
              showAgent={isAdmin}
            />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
    </main>
  );
}

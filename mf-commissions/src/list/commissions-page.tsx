import { displayMessage, PAGE_SIZE, plural } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useQueryState } from '@paperplane/shared/platform';
import {
  Card,
  ErrorState,
  InlineError,
  PageHead,
  Pager,
  Segmented,
  SkeletonRows,
} from '@paperplane/shared/ui';
import type { CommissionFilter, CommissionList } from '../commission-types';
import { useGetCommissionCountsQuery, useGetCommissionsQuery } from '../commissions-api';
import { CommissionsTable } from './commissions-table';
import { LIST_DEFAULTS, readFilter, statusTabs } from './filter';
import { NoCommissions } from './no-commissions';

/** Commission Management: where every commission stands. Agents get their own, by row-level security. */
export default function CommissionsPage() {
  const { isAdmin } = useAuth();
  const { values, search } = useQueryState(LIST_DEFAULTS);
  const filter = readFilter(values);
  const list = useGetCommissionsQuery(filter);
  const { data: counts } = useGetCommissionCountsQuery(undefined);
  const address = (changes: Partial<typeof LIST_DEFAULTS>) => paths.commissions.href() + search(changes);

  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Management"
        subtitle={counts && plural(counts.total, 'commission')}
        busy={list.isFetching && Boolean(list.data)}
      />
      <div className="pp-bar">
        <Segmented
          label="Status"
          link={Link}
          segments={statusTabs(filter.status, counts, (status) => address({ status }))}
        />
      </div>
      <Card padded={false} label="Commissions">
        <Rows
          list={list}
          filter={filter}
          showAgent={isAdmin}
          pageTo={(page) => address({ page: String(page) })}
        />
      </Card>
    </main>
  );
}

interface RowsProps {
  list: {
    /** The last rows that arrived, perhaps of another page or status. */
    data?: CommissionList;
    currentData?: CommissionList;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  filter: CommissionFilter;
  showAgent: boolean;
  pageTo: (page: number) => string;
}

function Rows({ list, filter, showAgent, pageTo }: RowsProps) {
  const { data, currentData, error, isFetching, refetch } = list;
  const retry = () => void refetch();
  if (error && !currentData) {
    return (
      <ErrorState
        title="Commissions did not load"
        message={displayMessage(error)}
        onRetry={retry}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <SkeletonRows label="Loading commissions" />;
  if (data.items.length === 0) return <NoCommissions {...filter} />;
  return (
    <>
      {error && <InlineError message={displayMessage(error)} onRetry={retry} />}
      <CommissionsTable items={data.items} showAgent={showAgent} />
      <Pager page={filter.page} pageSize={PAGE_SIZE} total={data.count} pageTo={pageTo} link={Link} />
    </>
  );
}

import { formatCount } from '@paperplane/shared/domain';
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
  FilterSearch,
  ListCard,
  PageHead,
  ListPager,
  Segmented,
  UserPlus,
} from '@paperplane/shared/ui';
import { toListArgs, useListTeamQuery } from './team-api';
import { TEAM_STATUSES, type TeamStatus } from './team';
import { TEAM_LIST } from './team-list';
import { TeamTable } from './team-table';
import { usePersonActions } from './use-person-actions';
import './team.css';

const LABELS: Record<TeamStatus, string> = {
  everyone: 'Everyone',
  active: 'Active',
  invited: 'Invited',
  inactive: 'Inactive',
};

/** /team: everybody of the organization; admins also see who is invited, who sold what, and open people. */
export default function TeamPage() {
  const { isAdmin } = useAuth();
  const me = useCurrentUser();
  const { currency, timeZone } = me.organization;
  const { query, set, to, sorting } = useListAddress(TEAM_LIST);
  const list = useListTeamQuery(query);
  const exporting = useExport('export_team', toListArgs(query));
  const { data, currentData } = list;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const { itemsFor, dialogs } = usePersonActions();
  // Agents do not see who is invited.
  const statuses = TEAM_STATUSES.filter((status) => isAdmin || status !== 'invited');
  const counts = data?.byStatus;

  return (
    <main id="main" className="pp-page team-list">
      <PageHead
        title="Team"
        subtitle={
          counts
            ? statuses
                .slice(1)
                .map((status) => `${formatCount(counts[status])} ${status}`)
                .join(', ')
            : null
        }
        busy={list.isFetching && data !== undefined}
        actions={
          isAdmin && (
            <>
              <ExportButton {...exporting} />
              <Link to={paths.teamInvite.href()} className={buttonClass('primary')}>
                <UserPlus className="pp-i" />
                <span>Invite agent</span>
              </Link>
            </>
          )
        }
      />
      <div className="pp-bar">
        <Segmented
          label="Status"
          link={Link}
          segments={statuses.map((status) => ({
            label: LABELS[status],
            to: to({ status: status === 'everyone' ? '' : status }),
            active: status === query.status,
            count: counts?.[status],
          }))}
        />
        <div className="pp-filters">
          <FilterSearch
            label="Search people"
            finds={isAdmin ? 'Name or email' : 'Name'}
            search={query.search}
            set={set}
          />
        </div>
      </div>
      <ListCard
        label="Team"
        list={list}
        isBehind={isBehind}
        rows={query.pageSize}
        empty={
          <NoMatch
            title={
              query.search
                ? `Nobody matches “${query.search}”`
                : `Nobody is ${LABELS[query.status].toLowerCase()}`
            }
            text={
              query.search ? 'Search looks at names and email addresses.' : 'Everyone else is under Everyone.'
            }
            clearTo={to({ q: '', status: '' })}
            clearLabel="Show everyone"
          />
        }
      >
        {(page) => (
          <>
            <TeamTable
              people={page.rows}
              showFacts={isAdmin}
              selfId={me.id}
              {...{ sorting, currency, timeZone, itemsFor }}
            />
            <ListPager list={page} to={to} set={set} link={Link} />
          </>
        )}
      </ListCard>
      {dialogs}
    </main>
  );
}

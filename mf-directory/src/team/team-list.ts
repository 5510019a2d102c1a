import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList, type Asked } from '../parts/directory-list';
import { toTeamPerson, type TeamRow } from './team-rows';
import { TEAM_STATUSES, type TeamPerson, type TeamStatus } from './team';

/** What the list can be sorted by. */
export const TEAM_SORTS = [
  'status',
  'name',
  'role',
  'lastActiveAt',
  'salesCount',
  'commissionAmount',
] as const;
export type TeamSort = (typeof TEAM_SORTS)[number];
/** Who can work comes first, then who will, then who could. */
export const BY_STATUS: Sort<TeamSort> = { column: 'status', direction: 'asc' };

export type TeamQuery = Omit<Asked<TeamSort, never>, 'pageSize'> & {
  status: TeamStatus;
  pageSize: number;
};

/** An unknown status is everyone. */
export const TEAM_LIST = directoryList({
  path: paths.team.href(),
  columns: TEAM_SORTS,
  byDefault: BY_STATUS,
  filters: ['status'],
  read: (asked): TeamQuery => ({
    ...asked,
    status: TEAM_STATUSES.find((status) => status === asked.status) ?? 'everyone',
  }),
});

/** One page of people. */
export interface TeamPage {
  items: TeamPerson[];
  count: number;
  page: number;
  pageSize: number;
  totalPages: number;
  /** How many match but for the status. */
  byStatus: Record<TeamStatus, number>;
}

/** What list_team answers. */
export interface TeamPageRow {
  rows: TeamRow[];
  count: number;
  page: number;
  page_size: number;
  total_pages: number;
  by_status: Record<TeamStatus, number>;
}

export const toTeamPage = (answer: TeamPageRow): TeamPage => ({
  items: answer.rows.map(toTeamPerson),
  count: answer.count,
  page: answer.page,
  pageSize: answer.page_size,
  totalPages: answer.total_pages,
  byStatus: answer.by_status,
});

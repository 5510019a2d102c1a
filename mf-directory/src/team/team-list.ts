import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import type { ListAddressQuery, ListAddressRules } from '../parts/use-list-address';
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

const TEAM_FILTERS = ['status'] as const;
type TeamFilter = (typeof TEAM_FILTERS)[number];
export const TEAM_LIST: ListAddressRules<TeamSort, TeamFilter> = {
  path: paths.team.href(),
  columns: TEAM_SORTS,
  byDefault: BY_STATUS,
  filters: TEAM_FILTERS,
};
export type TeamQuery = Omit<ListAddressQuery<TeamSort, never>, 'pageSize'> & {
  status: TeamStatus;
  pageSize: number;
};

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

/** What the list asks for; an unknown status is everyone. */
export const teamQuery = (asked: ListAddressQuery<TeamSort, TeamFilter>): TeamQuery => ({
  ...asked,
  status: TEAM_STATUSES.find((status) => status === asked.status) ?? 'everyone',
});

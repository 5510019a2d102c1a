import type { Sort } from '@paperplane/shared/domain';
import type { ListAddressQuery } from '../parts/use-list-address';
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

export const TEAM_FILTERS = ['status'] as const;
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

/** The status an address asks for; an unknown one is everyone. */
export const teamStatus = (text: string): TeamStatus =>
  TEAM_STATUSES.find((status) => status === text) ?? 'everyone';

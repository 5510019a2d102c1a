import type { Sort } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { directoryList, type Asked } from '../parts/directory-list';
import { TEAM_STATUSES, type TeamStatus } from './team';

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

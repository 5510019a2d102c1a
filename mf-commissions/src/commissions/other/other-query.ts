import { paths, type ListRules } from '@paperplane/shared/platform';

/** They come the latest first, and are paged. */
export const OTHER_RULES: ListRules<never, 'createdAt'> = {
  path: paths.otherCommissions.href(),
  statuses: [],
  columns: ['createdAt'],
};

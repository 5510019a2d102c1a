import { listQuery, paths, type ListRules } from '@paperplane/shared/platform';

/** Payouts come the latest first, and are paged. */
export const PAYOUT_RULES: ListRules<never, 'createdAt'> = {
  path: paths.payouts.href(),
  statuses: [],
  columns: ['createdAt'],
};

/** What the list asks for at its address. */
export function payoutsQuery(search: URLSearchParams) {
  const { page, pageSize } = listQuery(search, PAYOUT_RULES);
  return { page, pageSize };
}

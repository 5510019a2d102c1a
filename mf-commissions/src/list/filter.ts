import { COMMISSION_STATUSES, isCommissionStatus, statusLabel } from '@paperplane/shared/domain';
import type { CommissionCounts, CommissionFilter } from '../commission-types';

/** The list's parameters in the query string, with their defaults. */
export const LIST_DEFAULTS = { status: '', page: '1' };

/** Reads the query string; an unknown status or a page that is none is ignored. Spec section 5. */
export function readFilter({ status, page }: typeof LIST_DEFAULTS): CommissionFilter {
  return {
    status: isCommissionStatus(status) ? status : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/**
 * The status tabs with their counts.
 * @param counts undefined while they load: the tabs stand without numbers
 * @param hrefOf address of the list for a status, '' for all
 */
export function statusTabs(
  active: CommissionFilter['status'],
  counts: CommissionCounts | undefined,
  hrefOf: (status: string) => string,
) {
  return [
    { label: 'All', to: hrefOf(''), active: active === null, count: counts?.total },
    ...COMMISSION_STATUSES.map((status) => ({
      label: statusLabel(status),
      to: hrefOf(status),
      active: active === status,
      count: counts?.[status],
    })),
  ];
}

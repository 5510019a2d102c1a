import {
  COMMISSION_STATUSES,
  describeRange,
  formatMoney,
  plural,
  rangeInSentence,
  statusLabel,
  type CommissionStatus,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { CommissionsQuery, CommissionStats } from '../commission-list';

/**
 * "176 commissions · last 90 days"; with a status "62 unpaid commissions · $41,300", and so for what is overdue. Of all that match, not of the page.
 */
export function listSubtitle(
  stats: CommissionStats | undefined,
  query: CommissionsQuery,
  today: IsoDate,
  currency?: string,
): string | undefined {
  if (!stats) return undefined;
  const { status, overdue } = query;
  const { count, amount } = stats[status ?? 'total'];
  if (count === 0) return 'No commissions match these filters';
  // What is overdue is unpaid: the one word says both.
  const kind = overdue ? 'overdue' : status && statusLabel(status).toLowerCase();
  const range = describeRange(query, today);
  return [
    plural(count, kind ? `${kind} commission` : 'commission'),
    kind && formatMoney(amount, { currency }),
    // "Last 90 days" reads on; a month's name keeps its capital.
    range &&
      (/^(Last|This|Today|Yesterday|Since|Until)/.test(range)
        ? range.charAt(0).toLowerCase() + range.slice(1)
        : range),
  ]
    .filter(Boolean)
    .join(' · ');
}

const are = (status: CommissionStatus | null, overdue: boolean): string =>
  [status && `“${statusLabel(status)}”`, overdue && 'overdue']
    .filter(Boolean)
    .join(' and ')
    .replace(/^(?=.)/, ' are ');

/** Echoes the filter that nothing matches, and says what to do. */
export function noMatchText(query: CommissionsQuery, today: IsoDate): { title: string; text: string } {
  const { status, search, overdue } = query;
  const when = rangeInSentence(query, today);
  return {
    title: `No commissions${search && ` for “${search}”`}${are(status, overdue)}`,
    text: when
      ? `Nothing ${when} matches. Widen the date range or clear the filters.`
      : 'Nothing matches these filters. Clear them to see all commissions.',
  };
}

/**
 * The status tabs with their counts.
 * @param stats undefined while they load: the tabs stand without numbers
 * @param hrefOf address of the list for a status, '' for all
 */
export function statusTabs(
  active: CommissionStatus | null,
  stats: CommissionStats | undefined,
  hrefOf: (status: CommissionStatus | '') => string,
) {
  return [
    { label: 'All', to: hrefOf(''), active: active === null, count: stats?.total.count },
    ...COMMISSION_STATUSES.map((status) => ({
      label: statusLabel(status),
      to: hrefOf(status),
      active: active === status,
      count: stats?.[status].count,
    })),
  ];
}

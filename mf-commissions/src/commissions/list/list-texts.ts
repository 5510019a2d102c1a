import {
  camelCase,
  COMMISSION_STATUSES,
  commissionSum,
  formatMoneyExact,
  isFiltered,
  plural,
  rangeAside,
  rangeInSentence,
  statusLabel,
  type CommissionFigure,
  type CommissionStatus,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { CommissionsQuery, CommissionStats } from '../commission-list';

/**
 * "176 commissions · last 90 days"; with a status "62 unpaid commissions · $41,300.00", and so for what is overdue or ready to pay; for agents with their
 * share. Of all that match, not of the page. What can be paid besides, of what the list does not hold, is named at the end, where nothing else is
 * filtered.
 */
export function listSubtitle(
  stats: CommissionStats | undefined,
  query: CommissionsQuery,
  today: IsoDate,
  options: {
    currency: string;
    isAdmin: boolean;
    beside?: Pick<CommissionFigure, 'count' | 'amount'> | undefined;
  },
): string | undefined {
  const text = countedText(stats, query, today, options);
  const { beside, isAdmin, currency } = options;
  if (!text || !beside || beside.count === 0 || !isAllReady(query)) return text;
  const what = isAdmin ? 'other commissions' : 'other commissions and overrides';
  return `${text} · ${formatMoneyExact(beside.amount, currency)} more of ${what}`;
}

/** Of what is ready all, or all of one agent. */
const isAllReady = (query: CommissionsQuery): boolean =>
  query.ready && !query.overdue && !isFiltered({ ...query, agentId: null });

function countedText(
  stats: CommissionStats | undefined,
  query: CommissionsQuery,
  today: IsoDate,
  { currency, isAdmin }: { currency: string; isAdmin: boolean },
): string | undefined {
  if (!stats) return undefined;
  const { status, overdue, ready } = query;
  const figure = stats[camelCase(status ?? 'total')];
  const { count } = figure;
  if (count === 0) return 'No commissions match these filters';
  const kind = overdue ? 'overdue' : ready ? 'ready' : status;
  const range = rangeAside(query, today);
  return [
    kind ? COUNTED[kind](plural(count, 'commission')) : plural(count, 'commission'),
    kind &&
      `${formatMoneyExact(overdue && isAdmin ? figure.amount : commissionSum(figure, ready ? 'ready' : status, isAdmin), currency)}${isAdmin ? '' : ' your share'}`,
    range,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** "3 commissions" with what they have in common, as a person says it. */
const COUNTED: Record<CommissionStatus | 'overdue' | 'ready', (commissions: string) => string> = {
  unpaid: (commissions) => commissions.replace(' ', ' unpaid '),
  funds_received: (commissions) => `${commissions} with funds received`,
  agent_paid: (commissions) => `${commissions} paid to agents`,
  cancelled: (commissions) => commissions.replace(' ', ' cancelled '),
  overdue: (commissions) => commissions.replace(' ', ' overdue '),
  ready: (commissions) => `${commissions} ready to pay`,
};

const are = ({ status, overdue, ready }: CommissionsQuery): string =>
  [status && `“${statusLabel(status)}”`, overdue && 'overdue', ready && 'ready to pay']
    .filter(Boolean)
    .join(' and ')
    .replace(/^(?=.)/, ' are ');

/** Echoes the filter that nothing matches, and says what to do. */
export function noMatchText(query: CommissionsQuery, today: IsoDate): { title: string; text: string } {
  const { search } = query;
  const when = rangeInSentence(query, today);
  return {
    title: `No commissions${search && ` for “${search}”`}${are(query)}`,
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
      count: stats?.[camelCase(status)].count,
    })),
  ];
}

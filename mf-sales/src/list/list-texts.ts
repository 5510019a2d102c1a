import { formatMoney, plural, rangeInSentence, STATUS_LOOKS, type IsoDate } from '@paperplane/shared/domain';
import type { SalesQuery, SalesSums } from '../sales-list';

/** "184 sales · $982,400 excluding cancelled"; with a status filter, that status alone. Of all that match, not of the page. */
export function listSubtitle(
  sums: SalesSums | undefined,
  status: SalesQuery['status'],
  currency?: string,
): string | undefined {
  if (!sums) return undefined;
  const { count, amount } = sums[status ?? 'total'];
  if (count === 0) return 'No sales match these filters';
  if (!status) {
    return `${plural(count, 'sale')} · ${formatMoney(sums.activeTotal.amount, { currency })} excluding cancelled`;
  }
  return `${plural(count, `${STATUS_LOOKS[status].label.toLowerCase()} sale`)} · ${formatMoney(amount, { currency })}`;
}

/** Echoes the filter that nothing matches, and says what to do. */
export function noMatchText(query: SalesQuery, today: IsoDate): { title: string; text: string } {
  const { status, search } = query;
  const what = status ? `${STATUS_LOOKS[status].label.toLowerCase()} sales` : 'sales';
  const when = rangeInSentence(query, today);
  return {
    title: search ? `No ${what} for “${search}”` : `No ${what}`,
    text: when
      ? `Nothing ${when} matches. Widen the date range or clear the filters.`
      : 'Nothing matches these filters. Clear them to see all sales.',
  };
}

import { formatMoney, plural, rangeInSentence, STATUS_LOOKS, type IsoDate } from '@paperplane/shared/domain';
import { figureOf, type SaleFilter, type SalesQuery, type SalesSums } from '../sales-list';

/** "Active" is everything but cancelled. */
export const filterLabel = (filter: SaleFilter): string =>
  filter === 'active' ? 'Active' : STATUS_LOOKS[filter].label;

/** "184 sales · $982,400 excluding cancelled"; with a status filter, that status alone. Of all that match, not of the page. */
export function listSubtitle(
  sums: SalesSums | undefined,
  { status, departing }: Pick<SalesQuery, 'status' | 'departing'>,
  currency: string,
): string | undefined {
  if (!sums) return undefined;
  const { count, amount } = figureOf(sums, status);
  if (count === 0) return 'No sales match these filters';
  // What departs unpaid is booked: no other word is needed.
  if (departing) return `${plural(count, 'unpaid departure')} · ${formatMoney(amount, { currency })}`;
  if (!status) {
    return `${plural(count, 'sale')} · ${formatMoney(sums.active_total.amount, { currency })} excluding cancelled`;
  }
  return `${plural(count, `${filterLabel(status).toLowerCase()} sale`)} · ${formatMoney(amount, { currency })}`;
}

/** Echoes the filter that nothing matches, and says what to do. */
export function noMatchText(query: SalesQuery, today: IsoDate): { title: string; text: string } {
  const { status, search, departing } = query;
  const kind = status ? `${filterLabel(status).toLowerCase()} sales` : 'sales';
  const what = departing ? `${kind} that depart unpaid` : kind;
  const when = rangeInSentence(query, today);
  return {
    title: search ? `No ${what} for “${search}”` : `No ${what}`,
    text: when
      ? `Nothing ${when} matches. Widen the date range or clear the filters.`
      : 'Nothing matches these filters. Clear them to see all sales.',
  };
}

import { defaultRange, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser, useQueryState, useSearchParams } from '@paperplane/shared/platform';
import { useDeferredValue, useMemo } from 'react';
import { useGetDashboardQuery } from './dashboard-api';
import { RANGE_DEFAULTS, rangeAt } from './asked-range';

/** The page's numbers and the range they are of, which the query string holds. */
export function useDashboard() {
  const { timeZone } = useCurrentUser().organization;
  const [search] = useSearchParams();
  const { set } = useQueryState(RANGE_DEFAULTS);
  const clock = todayIn(timeZone);
  const asked = useMemo(() => rangeAt(search, clock), [search, clock]);
  // The route's loader has asked for fresh figures.
  const query = useGetDashboardQuery(asked);
  const { data, currentData, error, isFetching, refetch } = query;
  // Cards and lists are many: they are rendered in slices that give way, not in the one task of the answer's arrival.
  const dashboard = useDeferredValue(data);
  const isDefault = asked.start === null;
  return {
    asked,
    /** What to show: the last figures that arrived, so that none disappear while others are on their way. */
    dashboard,
    /** The figures shown are of an earlier range; those of the requested one are loading. */
    isStale: data !== undefined && (currentData === undefined || dashboard !== data),
    error: currentData ? null : error,
    /** Why what is shown could not be refreshed. */
    refreshError: currentData ? error : null,
    isFetching,
    refetch,
    /** The database's today where it is known; a browser's clock may be wrong. */
    today: data?.range.today ?? clock,
    /** What the picker shows. */
    range: isDefault ? (currentData?.range ?? defaultRange(timeZone)) : asked,
    setRange: ({ start, end }: { start: string | null; end: string | null }) =>
      set({ from: start ?? '', to: end ?? '' }),
  };
}

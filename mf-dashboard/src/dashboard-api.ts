import type { DateRange } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { DashboardSummary, Figure } from './summary';

export interface SummaryRow {
  sales: Record<'booked' | 'paid' | 'cancelled' | 'total' | 'active_total', Figure>;
  commissions: DashboardSummary['commissions'];
}

export function toSummary({ sales, commissions }: SummaryRow): DashboardSummary {
  const { active_total: activeTotal, ...byStatus } = sales;
  return { sales: { ...byStatus, activeTotal }, commissions };
}

export const dashboardApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Everything the cards need in one request, over what the caller may see. */
    getDashboardSummary: build.query<DashboardSummary, DateRange>({
      query:
        ({ start, end }) =>
        (db) =>
          db.rpc('get_dashboard_summary', { start_date: start, end_date: end }),
      transformResponse: toSummary,
      providesTags: ['Dashboard'],
    }),
  }),
});

export const { useGetDashboardSummaryQuery } = dashboardApi;

import type { CommissionStatus } from '../../domain';
import { api, overrideExisting } from '../api/api';
import { rangeArgs, timelineArgs, type ServiceRange, type TimelineInput } from './service-args';
import {
  toCommissionStats,
  type CommissionStats,
  type CommissionsByStatus,
  type CommissionStatusTimeline,
  type CommissionTimeline,
} from './service-rows';

/** What to add up: any of the filters may be left out. A status that is none of the four is ignored. */
export interface CommissionStatsInput extends ServiceRange {
  status?: CommissionStatus | (string & {}) | null;
  agentId?: string | null;
}

/** What the database adds up about commissions by the date of their sale, over what the caller may see. */
const commissionServices = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Count, amount and the agents' part by status; one status leaves the others at zero. */
    getCommissionStats: build.query<CommissionStats, CommissionStatsInput>({
      query:
        ({ status = null, agentId = null, ...range }) =>
        (db) =>
          db.rpc('get_commission_stats', { ...rangeArgs(range), status, agent_id: agentId }),
      transformResponse: toCommissionStats,
      providesTags: ['Dashboard'],
    }),
    /** Count and amount by status. */
    getCommissionsByStatus: build.query<CommissionsByStatus, ServiceRange>({
      query: (range) => (db) => db.rpc('get_commissions_by_status', rangeArgs(range)),
      providesTags: ['Dashboard'],
    }),
    /** Amount per bucket, without cancelled commissions. */
    getCommissionTimeline: build.query<CommissionTimeline, TimelineInput>({
      query: (input) => (db) => db.rpc('get_commission_timeline', timelineArgs(input)),
      providesTags: ['Dashboard'],
    }),
    /** Amount per bucket and status. */
    getCommissionStatusTimeline: build.query<CommissionStatusTimeline, TimelineInput>({
      query: (input) => (db) => db.rpc('get_commission_status_timeline', timelineArgs(input)),
      providesTags: ['Dashboard'],
    }),
  }),
});

export const {
  useGetCommissionStatsQuery,
  useGetCommissionsByStatusQuery,
  useGetCommissionTimelineQuery,
  useGetCommissionStatusTimelineQuery,
} = commissionServices;

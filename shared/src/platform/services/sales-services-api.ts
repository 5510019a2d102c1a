import { api, overrideExisting } from '../api/api';
import {
  rangeArgs,
  timelineArgs,
  topArgs,
  type ServiceRange,
  type TimelineInput,
  type TopInput,
} from './service-args';
import {
  toRecentCustomers,
  toSalesByStatus,
  toTopAgents,
  toTopVendors,
  type RecentCustomer,
  type SalesByStatus,
  type SalesStatusTimeline,
  type SalesTimeline,
  type TopAgent,
  type TopVendor,
} from './service-rows';

/**
 * What the database adds up about sales, over what the caller may see: an agent's own, an admin's everything.
 * Only the federation chunk and remotes use this file, so the login page does not carry it.
 */
const salesServices = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Count and amount by status. */
    getSalesByStatus: build.query<SalesByStatus, ServiceRange>({
      query: (range) => (db) => db.rpc('get_sales_by_status', rangeArgs(range)),
      transformResponse: toSalesByStatus,
      providesTags: ['Dashboard'],
    }),
    /** Amount sold per bucket, without cancelled sales. */
    getSalesTimeline: build.query<SalesTimeline, TimelineInput>({
      query: (input) => (db) => db.rpc('get_sales_timeline', timelineArgs(input)),
      providesTags: ['Dashboard'],
    }),
    /** Amount per bucket and status. */
    getSalesStatusTimeline: build.query<SalesStatusTimeline, TimelineInput>({
      query: (input) => (db) => db.rpc('get_sales_status_timeline', timelineArgs(input)),
      providesTags: ['Dashboard'],
    }),
    /** One agent's amount sold per bucket. Refused without an agent: "Agent ID is required". */
    getAgentSalesTimeline: build.query<SalesTimeline, TimelineInput & { agentId: string | null }>({
      query:
        ({ agentId, ...input }) =>
        (db) =>
          db.rpc('get_agent_sales_timeline', { agent_id: agentId, ...timelineArgs(input) }),
      providesTags: ['Dashboard'],
    }),
    /** Agents by revenue, highest first; cancelled sales do not count. An agent finds only themself here. */
    getTopAgents: build.query<TopAgent[], TopInput>({
      query: (input) => (db) => db.rpc('get_top_agents', topArgs(input)),
      transformResponse: toTopAgents,
      providesTags: ['Dashboard', 'Team'],
    }),
    /** Vendors by revenue, highest first; cancelled sales do not count. */
    getTopVendors: build.query<TopVendor[], TopInput>({
      query: (input) => (db) => db.rpc('get_top_vendors', topArgs(input)),
      transformResponse: toTopVendors,
      providesTags: ['Dashboard', 'Vendor'],
    }),
    /** Customers with their latest purchase, newest first; a cancelled sale is none. */
    getRecentCustomers: build.query<RecentCustomer[], TopInput>({
      query: (input) => (db) => db.rpc('get_recent_customers', topArgs(input)),
      transformResponse: toRecentCustomers,
      providesTags: ['Dashboard', 'Customer'],
    }),
  }),
});

export const {
  useGetSalesByStatusQuery,
  useGetSalesTimelineQuery,
  useGetSalesStatusTimelineQuery,
  useGetAgentSalesTimelineQuery,
  useGetTopAgentsQuery,
  useGetTopVendorsQuery,
  useGetRecentCustomersQuery,
} = salesServices;

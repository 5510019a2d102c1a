import type { contract } from '../../contract';
import { api, overrideExisting } from '../api/api';
import { databaseDoor } from '../api/door';

/** What a new agency may send, and has sent within 24 hours. */
export interface NewAgencyLimits {
  until: string;
  openInvitations: number;
  mostOpenInvitations: number;
  invitations: number;
  mostInvitations: number;
  requests: number;
  mostRequests: number;
}

const ask = databaseDoor<typeof contract>();

const limits = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null for an agency of more than a week. */
    getNewAgencyLimits: build.query({
      ...ask('get_new_agency_limits', (_own: void) => ({})),
      keepUnusedDataFor: 0,
      providesTags: ['Team'],
    }),
  }),
});

/** The limits of the caller's new agency (docs/product/tenancy.md); undefined until they are known, and for any other agency. */
export const useNewAgencyLimits = (skip = false): NewAgencyLimits | undefined =>
  limits.useGetNewAgencyLimitsQuery(undefined, { skip }).data ?? undefined;

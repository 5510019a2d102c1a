import { api, confirming, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../../../../contract';

const ask = databaseDoor<typeof contract>();

/**
 * The deletion of the caller's agency (docs/product/tenancy.md, Deleting the agency): when it is due and who asked, null where nobody did;
 * when it would be if somebody asked now; how much goes.
 */
export type AgencyDeletion = NonNullable<AnswerOf<typeof contract, 'get_agency_deletion'>>;

const deletionApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null to whoever is no owner any more. */
    getAgencyDeletion: build.query({
      ...ask('get_agency_deletion', (_own: void) => ({})),
      providesTags: ['Organization'],
    }),

    askAgencyDeletion: build.mutation({
      ...confirming(
        ask('ask_agency_deletion', (name: string) => ({ name })),
        (name) => ({ verb: 'delete the agency', about: name }),
      ),
      invalidatesTags: ['Organization'],
    }),

    withdrawAgencyDeletion: build.mutation({
      ...ask('withdraw_agency_deletion', (_own: void) => ({})),
      invalidatesTags: ['Organization'],
    }),
  }),
});

export const { useGetAgencyDeletionQuery, useAskAgencyDeletionMutation, useWithdrawAgencyDeletionMutation } =
  deletionApi;

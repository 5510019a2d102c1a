import type { IsoDate } from '@paperplane/shared/domain';
import { databaseDoor, overrideExisting, rows } from '@paperplane/shared/platform';
import type { contract } from '@paperplane/shared/contract';
import { api } from '../parts/api';

const ask = databaseDoor<typeof contract>();

export const trackingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Since when the agency tracks what vendors pay, and the day its oldest import proposes. */
    getReceiptTracking: build.query({
      ...ask('get_receipt_tracking', (_own: void) => ({})),
      providesTags: ['Organization', 'Bank'],
    }),

    /** An owner confirms the day. */
    trackReceipts: build.mutation({
      ...rows(
        ({ organizationId, since }: { organizationId: string; since: IsoDate }) =>
          (db) =>
            db
              .from('organizations')
              .update({ receipts_tracked_since: since })
              .eq('id', organizationId)
              .select('id')
              .single(),
      ),
      invalidatesTags: ['Organization', 'Commission', 'Vendor', 'Dashboard'],
    }),
  }),
});

export const { useGetReceiptTrackingQuery, useTrackReceiptsMutation } = trackingApi;

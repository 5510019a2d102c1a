import type { IsoDate } from '@paperplane/shared/domain';
import { overrideExisting } from '@paperplane/shared/platform';
import { api } from '../parts/api';

/** Since when the agency tracks what vendors pay, and the day its oldest import proposes. */
export interface ReceiptTracking {
  since: IsoDate | null;
  proposed: IsoDate | null;
}

export const trackingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getReceiptTracking: build.query<ReceiptTracking, void>({
      query: () => (db) => db.rpc('get_receipt_tracking'),
      providesTags: ['Organization', 'Bank'],
    }),

    /** An owner confirms the day. */
    trackReceipts: build.mutation<unknown, { organizationId: string; since: IsoDate }>({
      query:
        ({ organizationId, since }) =>
        (db) =>
          db
            .from('organizations')
            .update({ receipts_tracked_since: since })
            .eq('id', organizationId)
            .select('id')
            .single(),
      invalidatesTags: ['Organization', 'Commission', 'Vendor', 'Dashboard'],
    }),
  }),
});

export const { useGetReceiptTrackingQuery, useTrackReceiptsMutation } = trackingApi;

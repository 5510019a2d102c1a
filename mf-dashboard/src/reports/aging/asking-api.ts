import { api, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import type { contract } from '../contract';

const ask = databaseDoor<typeof contract>();

export const askingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The bookings a vendor has not paid commission for, the longest overdue first; at most 200. */
    getVendorOverdue: build.query({
      ...ask('get_vendor_overdue', (vendorId: string) => ({ vendorId })),
      providesTags: [{ type: 'Commission', id: 'LIST' }],
    }),

    /** Notes that a vendor was asked today; `anyway` although a deposit of it waits. */
    recordVendorAsked: build.mutation({
      ...ask('record_vendor_asked', ({ vendorId, anyway }: { vendorId: string; anyway: boolean }) => ({
        vendorId,
        ...(anyway && { althoughDepositWaits: true }),
      })),
      invalidatesTags: ['Dashboard'],
    }),
  }),
});

export const { useGetVendorOverdueQuery, useRecordVendorAskedMutation } = askingApi;

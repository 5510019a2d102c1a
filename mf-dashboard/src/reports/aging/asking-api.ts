import type { IsoDate } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { OverdueBooking } from './aging';

interface OverdueRow {
  commission_id: string;
  booking_reference: string;
  customer: string;
  due_on: IsoDate;
  expected: number;
}

const toBooking = (row: OverdueRow): OverdueBooking => ({
  commissionId: row.commission_id,
  reference: row.booking_reference,
  customer: row.customer,
  dueOn: row.due_on,
  amount: row.expected,
});

export const askingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The bookings a vendor has not paid commission for, the longest overdue first; at most 200. */
    getVendorOverdue: build.query<OverdueBooking[], string>({
      query: (vendorId) => (db) => db.rpc('get_vendor_overdue', { vendor_id: vendorId }),
      transformResponse: (rows: OverdueRow[]) => rows.map(toBooking),
      providesTags: [{ type: 'Commission', id: 'LIST' }],
    }),

    /** Notes that a vendor was asked today; `anyway` although a deposit of it waits. */
    recordVendorAsked: build.mutation<unknown, { vendorId: string; anyway: boolean }>({
      query:
        ({ vendorId, anyway }) =>
        (db) =>
          db.rpc('record_vendor_asked', {
            vendor_id: vendorId,
            ...(anyway && { although_deposit_waits: true }),
          }),
      invalidatesTags: ['Dashboard'],
    }),
  }),
});

export const { useGetVendorOverdueQuery, useRecordVendorAskedMutation } = askingApi;

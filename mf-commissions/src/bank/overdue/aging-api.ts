import type { IsoDate } from '@paperplane/shared/domain';
import { api, logoSrc, overrideExisting } from '@paperplane/shared/platform';
import { BUCKETS, type Aging, type Bucket, type OverdueBooking, type VendorAging } from './aging';

export interface AgingRow {
  buckets: { bucket: Bucket; count: number; amount: number }[];
  vendors: {
    vendor: { id: string; name: string; email: string | null; logo_url: string | null };
    count: number;
    amount: number;
    oldest_due_on: IsoDate;
    buckets: Record<Bucket, number>;
    deposit_waits: boolean;
  }[];
}

export interface OverdueRow {
  commission_id: string;
  booking_reference: string;
  customer: string;
  due_on: IsoDate;
  expected: number;
}

const toVendor = (row: AgingRow['vendors'][number]): VendorAging => ({
  id: row.vendor.id,
  name: row.vendor.name,
  email: row.vendor.email,
  logoUrl: logoSrc(row.vendor.logo_url),
  count: row.count,
  amount: row.amount,
  oldestDueOn: row.oldest_due_on,
  buckets: row.buckets,
  depositWaits: row.deposit_waits,
});

/** What get_vendor_aging answers, as the page reads it. */
export function toAging({ buckets, vendors }: AgingRow): Aging {
  const of = (name: Bucket) => buckets.find(({ bucket }) => bucket === name);
  const amounts = Object.fromEntries(BUCKETS.map((name) => [name, of(name)?.amount ?? 0]));
  // Four figures of the database, each exact to the cent: no sum over rows.
  const cents = BUCKETS.reduce((sum, name) => sum + Math.round((of(name)?.amount ?? 0) * 100), 0);
  return {
    amounts: amounts as Record<Bucket, number>,
    amount: cents / 100,
    overdue: BUCKETS.reduce((sum, name) => sum + (of(name)?.count ?? 0), 0),
    vendors: vendors.map(toVendor),
    count: vendors.length,
  };
}

const toBooking = (row: OverdueRow): OverdueBooking => ({
  commissionId: row.commission_id,
  reference: row.booking_reference,
  customer: row.customer,
  dueOn: row.due_on,
  amount: row.expected,
});

export const agingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** What vendors owe, by how long it is overdue. */
    getVendorAging: build.query<Aging, void>({
      query: () => (db) => db.rpc('get_vendor_aging'),
      transformResponse: (answer: AgingRow) => toAging(answer),
      providesTags: [{ type: 'Commission', id: 'LIST' }, 'Vendor'],
    }),

    /** The bookings a vendor has not paid commission for, the longest overdue first; at most 200. */
    getVendorOverdue: build.query<OverdueBooking[], string>({
      query: (vendorId) => (db) => db.rpc('get_vendor_overdue', { vendor_id: vendorId }),
      transformResponse: (rows: OverdueRow[]) => rows.map(toBooking),
      providesTags: [{ type: 'Commission', id: 'LIST' }],
    }),
  }),
});

export const { useGetVendorAgingQuery, useGetVendorOverdueQuery } = agingApi;

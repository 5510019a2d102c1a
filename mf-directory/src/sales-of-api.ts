import type { SaleStatus } from '@paperplane/shared/domain';
import { api, overrideExisting, type Database } from '@paperplane/shared/platform';

type SalesRow = Database['public']['Tables']['sales']['Row'];

/** Whose sales: a customer's, a vendor's or an agent's. */
export type SalesOwner = 'customer' | 'vendor' | 'agent';

/** The latest sales on a detail page; the list behind "View in sales" has them all. */
const LATEST = 5;

/** A sale as a detail page of the directory lists it. */
export interface RelatedSale {
  id: string;
  /** `null` when the vendor gave none. */
  bookingReference: string | null;
  /** ISO dates; travel may be open. */
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  totalAmount: number;
  status: SaleStatus;
  customerName: { firstName: string; lastName: string } | null;
  vendorName: string | null;
}

/** Sums over the caller's visible sales without the cancelled ones, in the organization's currency. */
export interface SalesTotals {
  salesCount: number;
  totalAmount: number;
  commissionAmount: number;
}

type Row = Pick<
  SalesRow,
  'id' | 'booking_reference' | 'sale_date' | 'travel_date' | 'return_date' | 'total_amount' | 'status'
> & {
  customer: { first_name: string; last_name: string } | null;
  vendor: { name: string } | null;
};

export const toRelatedSale = (row: Row): RelatedSale => ({
  id: row.id,
  bookingReference: row.booking_reference,
  saleDate: row.sale_date,
  travelDate: row.travel_date,
  returnDate: row.return_date,
  totalAmount: row.total_amount,
  status: row.status as SaleStatus,
  customerName: row.customer && { firstName: row.customer.first_name, lastName: row.customer.last_name },
  vendorName: row.vendor?.name ?? null,
});

interface TotalsRow {
  sales_count: number;
  total_amount: number;
  commission_amount: number;
}

export const toSalesTotals = (row: TotalsRow): SalesTotals => ({
  salesCount: row.sales_count,
  totalAmount: row.total_amount,
  commissionAmount: row.commission_amount,
});

const COLUMNS =
  'id, booking_reference, sale_date, travel_date, return_date, total_amount, status,' +
  ' customer:customers!sales_customer_id_fkey(first_name, last_name), vendor:vendors!sales_vendor_id_fkey(name)';

/** Any change of a sale refreshes these; row-level security decides which sales count. */
const salesChange = [{ type: 'Sale', id: 'LIST' }] as const;

const salesOfApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The newest visible sales of a customer, vendor or agent, and how many there are. */
    getSalesOf: build.query<{ items: RelatedSale[]; count: number }, { owner: SalesOwner; id: string }>({
      query:
        ({ owner, id }) =>
        (db) =>
          db
            .from('sales')
            .select(COLUMNS, { count: 'exact' })
            .eq(`${owner}_id`, id)
            .order('sale_date', { ascending: false })
            .order('id')
            .limit(LATEST),
      transformResponse: (rows: Row[], meta) => ({
        items: rows.map(toRelatedSale),
        count: meta?.count ?? rows.length,
      }),
      providesTags: salesChange,
    }),

    getCustomerTotals: build.query<SalesTotals, string>({
      query: (id) => (db) => db.rpc('get_customer_totals', { customer_id: id }),
      transformResponse: toSalesTotals,
      providesTags: salesChange,
    }),

    getVendorTotals: build.query<SalesTotals, string>({
      query: (id) => (db) => db.rpc('get_vendor_totals', { vendor_id: id }),
      transformResponse: toSalesTotals,
      providesTags: salesChange,
    }),
  }),
});

export const { useGetSalesOfQuery, useGetCustomerTotalsQuery, useGetVendorTotalsQuery } = salesOfApi;

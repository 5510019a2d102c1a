import type { SaleStatus } from '@paperplane/shared/domain';
import type { Database } from '@paperplane/shared/database';

type SalesRow = Database['public']['Tables']['sales']['Row'];

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

/** The newest sales the caller may see of a customer, vendor or agent, and how many there are. */
export interface LatestSales {
  items: RelatedSale[];
  count: number;
}

type Row = Pick<
  SalesRow,
  'id' | 'booking_reference' | 'sale_date' | 'travel_date' | 'return_date' | 'total_amount' | 'status'
> & {
  customer: { first_name: string; last_name: string } | null;
  vendor: { name: string } | null;
};

/** What the page of a record is answered with under `sales`. */
export interface LatestSalesRow {
  rows: Row[];
  count: number;
}

export const toRelatedSale = (row: Row): RelatedSale => ({
  id: row.id,
  bookingReference: row.booking_reference,
  saleDate: row.sale_date,
  travelDate: row.travel_date,
  returnDate: row.return_date,
  totalAmount: Number(row.total_amount),
  status: row.status as SaleStatus,
  customerName: row.customer && { firstName: row.customer.first_name, lastName: row.customer.last_name },
  vendorName: row.vendor?.name ?? null,
});

export const toLatestSales = ({ rows, count }: LatestSalesRow): LatestSales => ({
  items: rows.map(toRelatedSale),
  count,
});

import type { SaleStatus } from '@paperplane/shared/domain';
import type { Database } from '@paperplane/shared/database';

type SalesRow = Database['public']['Tables']['sales']['Row'];

/** A trip that is under way or ahead. */
export interface Trip {
  saleId: string;
  bookingReference: string;
  vendorName: string;
  /** ISO dates. */
  travelDate: string | null;
  returnDate: string | null;
  status: SaleStatus;
  /** They travel along; somebody else pays. */
  isGuest: boolean;
}

export type TripRow = Pick<
  SalesRow,
  'id' | 'booking_reference' | 'travel_date' | 'return_date' | 'status' | 'customer_id'
> & { vendor: { name: string } | null };

export const toTrip = (customerId: string, row: TripRow): Trip => ({
  saleId: row.id,
  bookingReference: row.booking_reference,
  vendorName: row.vendor?.name ?? 'Unknown',
  travelDate: row.travel_date,
  returnDate: row.return_date,
  status: row.status as SaleStatus,
  isGuest: row.customer_id !== customerId,
});

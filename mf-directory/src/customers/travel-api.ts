import type { SaleStatus } from '@paperplane/shared/domain';
import { api, overrideExisting, type Database } from '@paperplane/shared/platform';

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

const COLUMNS =
  'id, booking_reference, travel_date, return_date, status, customer_id, vendor:vendors!sales_vendor_id_fkey(name)';

/** Trips a profile shows; more are in the sales. */
const AHEAD = 6;

/** One list in the order of departure; a trip that two questions found is one trip. */
export function toTrips(customerId: string, rows: readonly TripRow[]): Trip[] {
  const one = new Map(rows.map((row) => [row.id, row]));
  return [...one.values()]
    .sort((a, b) => (a.travel_date ?? '').localeCompare(b.travel_date ?? '') || a.id.localeCompare(b.id))
    .slice(0, AHEAD)
    .map((row) => ({
      saleId: row.id,
      bookingReference: row.booking_reference,
      vendorName: row.vendor?.name ?? 'Unknown',
      travelDate: row.travel_date,
      returnDate: row.return_date,
      status: row.status as SaleStatus,
      isGuest: row.customer_id !== customerId,
    }));
}

const travelApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Trips of a customer that have not ended, paid by them or by somebody they travel with; those one may see, next departure first. */
    getUpcomingTravel: build.query<Trip[], { customerId: string; today: string }>({
      query:
        ({ customerId, today }) =>
        async (db) => {
          const ahead = `travel_date.gte.${today},return_date.gte.${today}`;
          const [own, along] = await Promise.all([
            db
              .from('sales')
              .select(COLUMNS)
              .eq('customer_id', customerId)
              .neq('status', 'cancelled')
              .or(ahead)
              .order('travel_date')
              .limit(AHEAD),
            db
              .from('sale_travelers')
              .select(`sale:sales!sale_travelers_sale_id_fkey(${COLUMNS})`)
              .eq('customer_id', customerId),
          ]);
          if (own.error) return own;
          if (along.error) return along;
          const guests = (along.data as { sale: TripRow | null }[]).flatMap(({ sale }) => sale ?? []);
          const isAhead = ({ status, travel_date, return_date }: TripRow) =>
            status !== 'cancelled' && ((travel_date ?? '') >= today || (return_date ?? '') >= today);
          return { ...own, data: [...(own.data as TripRow[]), ...guests.filter(isAhead)] };
        },
      transformResponse: (rows: TripRow[], _meta, { customerId }) => toTrips(customerId, rows),
      providesTags: [{ type: 'Sale', id: 'LIST' }],
    }),
  }),
});

export const { useGetUpcomingTravelQuery } = travelApi;

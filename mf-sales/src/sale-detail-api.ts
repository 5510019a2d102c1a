import { displayName, type SaleStatus } from '@paperplane/shared/domain';
import { api, databaseDoor, overrideExisting, rows } from '@paperplane/shared/platform';
import type { Contract, SaleCommission, SaleDetail, SalePayment, SaleTraveler } from './sale';
import { TOUCHED, withPictures } from './sales-api';

const ask = databaseDoor<Contract>();

const DETAIL_COLUMNS =
  `id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date,
  total_amount, commission_amount, commission_rate, commission_basis, currency, status, notes, version, created_at, updated_at,
  customer:customers!sales_customer_id_fkey(id, first_name, last_name, email, phone),
  agent:users!sales_agent_id_fkey(id, first_name, last_name, avatar_url),
  vendor:vendors!sales_vendor_id_fkey(id, name, logo_url, default_commission_rate),
  commission:commissions!commissions_sales_id_fkey(id, status, amount, commission_split, agent_amount, received_amount, received_on,
    payment:agent_payments!agent_payments_commission_id_fkey(id, amount, payment_date, payment_method, reference)),
  travelers:sale_travelers!sale_travelers_sale_id_fkey(
    customer:customers!sale_travelers_customer_id_fkey(id, first_name, last_name))` as const;

/** PostgREST embeds the other side of a unique key as an object or as a list of one, depending on the key. */
type Embedded<T> = T | T[] | null;

const single = <T>(embedded: Embedded<T>): T | null =>
  Array.isArray(embedded) ? (embedded[0] ?? null) : embedded;

/** A sale as its row has it. */
export interface SaleRow extends Omit<SaleDetail, 'commission' | 'travelers'> {
  commission: Embedded<Omit<SaleCommission, 'payment'> & { payment: Embedded<SalePayment> }>;
  travelers: { customer: SaleTraveler | null }[];
}

/** The row with one commission, one payment, and those travelers whom the reader sees, by name. */
export function toSaleDetail(row: SaleRow): SaleDetail {
  const commission = single(row.commission);
  return {
    ...withPictures(row),
    commission: commission && { ...commission, payment: single(commission.payment) },
    travelers: row.travelers
      .flatMap(({ customer }) => customer ?? [])
      .sort((a, b) => displayName(a).localeCompare(displayName(b), 'en')),
  };
}

interface StatusChange {
  id: string;
  status: SaleStatus;
  /** Kept with the history entry; empty for none. */
  note: string;
}

/** One sale: by id, its history, and its status. */
export const saleDetailApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A sale with its commission, the agent's payment and the travelers, or `null` when there is none one may see. */
    getSale: build.query({
      ...rows((id: string) => (db) => db.from('sales').select(DETAIL_COLUMNS).eq('id', id).maybeSingle()),
      transformResponse: (row: SaleRow | null) => row && toSaleDetail(row),
      providesTags: (_sale, _error, id) => [{ type: 'Sale', id }, 'Commission'],
    }),

    /** What happened to a sale, newest first, with who did it and the names of everybody it mentions: one request. */
    getSaleHistory: build.query({
      ...ask('get_sale_history', (saleId: string) => ({ saleId })),
      providesTags: (_history, _error, saleId) => [{ type: 'SaleHistory', id: saleId }],
    }),

    /** Moves a sale to another status; the database moves the commission and writes both histories. */
    updateSaleStatus: build.mutation({
      ...ask('update_sale_status', ({ id, status, note }: StatusChange) => ({
        saleId: id,
        status,
        note: note.trim() || undefined,
      })),
      // Also after a refusal: the sale on screen may be older than the one that refused.
      invalidatesTags: () => TOUCHED,
    }),
  }),
});

export const { useGetSaleQuery, useGetSaleHistoryQuery, useUpdateSaleStatusMutation } = saleDetailApi;

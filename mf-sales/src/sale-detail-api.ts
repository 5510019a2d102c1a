import { displayName, type SaleLine, type SaleStatus } from '@paperplane/shared/domain';
import { api, databaseDoor, overrideExisting, row } from '@paperplane/shared/platform';
import type {
  CoSeller,
  Contract,
  PaymentDue,
  PlannedPayment,
  SaleCommission,
  SaleDetail,
  SalePayment,
  SaleTraveler,
  VendorOption,
} from './sale';
import { TOUCHED, withPictures } from './sales-api';

const ask = databaseDoor<Contract>();

const DETAIL_COLUMNS =
  `id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date,
  total_amount, fee_amount, commission_amount, commission_rate, commission_basis, lines, currency, status, notes, version, created_at, updated_at, payment_plan, co_sellers,
  dues:payment_dues!payment_dues_sales_id_fkey(due_on, open_amount),
  payments:customer_payments!customer_payments_sales_id_fkey(id),
  customer:customers!sales_customer_id_fkey(id, first_name, last_name, email, phone),
  agent:users!sales_agent_id_fkey(id, first_name, last_name, avatar_url),
  vendor:vendors!sales_vendor_id_fkey(id, name, logo_url, default_commission_rate,
    rates:vendor_rates!vendor_rates_vendor_id_fkey(category, rate, valid_from)),
  group:sale_groups!sales_group_id_fkey(id, name, travel_date, return_date, default_commission_rate),
  commission:commissions!commissions_sales_id_fkey(id, status, amount, commission_split, split_parts, share_base, agent_amount, received_amount, received_on, due_on,
    payment:agent_payments!agent_payments_commission_id_fkey(id, amount, payment_date, payment_method, reference)),
  shares:commission_shares!commission_shares_sales_id_fkey(role),
  travelers:sale_travelers!sale_travelers_sale_id_fkey(
    customer:customers!sale_travelers_customer_id_fkey(id, first_name, last_name))` as const;

/** PostgREST embeds the other side of a unique key as an object or as a list of one, depending on the key. */
type Embedded<T> = T | T[] | null;

const single = <T>(embedded: Embedded<T>): T | null =>
  Array.isArray(embedded) ? (embedded[0] ?? null) : embedded;

/** A sale as its row has it. */
export interface SaleRow extends Omit<
  SaleDetail,
  | 'commission'
  | 'travelers'
  | 'paymentPlan'
  | 'dues'
  | 'hasPayments'
  | 'group'
  | 'lines'
  | 'feeAmount'
  | 'coSellers'
  | 'hasBeside'
> {
  // Not in what is kept for reading offline.
  paymentPlan?: unknown;
  dues?: PaymentDue[];
  payments?: { id: string }[];
  group?: SaleDetail['group'];
  lines?: SaleLine[];
  feeAmount?: number;
  coSellers?: unknown;
  shares?: { role: string }[];
  commission: Embedded<Omit<SaleCommission, 'payment'> & { payment: Embedded<SalePayment> }>;
  travelers: { customer: SaleTraveler | null }[];
}

const areCoSellers = (people: unknown): people is CoSeller[] => Array.isArray(people);

const isPlan = (plan: unknown): plan is PlannedPayment[] => Array.isArray(plan);

/** The rate that holds first stands first. */
const withRates = ({ rates = [], ...vendor }: VendorOption): VendorOption =>
  rates.length === 0
    ? vendor
    : { ...vendor, rates: [...rates].sort((a, b) => b.validFrom.localeCompare(a.validFrom)) };

/** The row with one commission, one payment, and those travelers whom the reader sees, by name. */
export function toSaleDetail(sale: SaleRow): SaleDetail {
  const { payments, paymentPlan, coSellers, shares = [], dues = [], ...row } = sale;
  const commission = single(row.commission);
  return {
    ...withPictures(row),
    vendor: withRates(withPictures(row).vendor),
    paymentPlan: isPlan(paymentPlan) ? paymentPlan : [],
    dues: dues.filter(({ openAmount }) => openAmount > 0).sort((a, b) => a.dueOn.localeCompare(b.dueOn)),
    hasPayments: (payments ?? []).length > 0,
    group: row.group ?? null,
    lines: row.lines ?? [],
    feeAmount: row.feeAmount ?? 0,
    coSellers: areCoSellers(coSellers) ? coSellers : [],
    hasBeside: shares.some(({ role }) => role === 'tier_correction' || role.startsWith('override')),
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

interface PenaltyCancellation {
  saleId: string;
  /** What the vendor still pays, in major units; at most the commission. */
  amount: number;
  dueOn: string | null;
  note: string;
  requestKey: string;
}

/** One sale: by id, its history, and its status. */
export const saleDetailApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A sale with its commission, the agent's payment and the travelers, or `null` when there is none one may see. */
    getSale: build.query({
      ...row((id) => (db) => db.from('sales').select(DETAIL_COLUMNS).eq('id', id).maybeSingle()),
      transformResponse: (row: SaleRow | null) => row && toSaleDetail(row),
      providesTags: (_sale, _error, id) => [{ type: 'Sale', id }, 'Commission'],
    }),

    /** A sale of somebody else of which one has a share, or `null`: asked for where `getSale` found none. */
    getSharedSale: build.query({
      ...ask('get_shared_sale', (saleId: string) => ({ saleId })),
      providesTags: (_sale, _error, id) => [{ type: 'Sale', id }, 'Commission'],
    }),

    /** Who has which share of a sale with co-sellers. */
    getSaleShares: build.query({
      ...ask('get_sale_shares', (saleId: string) => ({ saleId })),
      providesTags: (_shares, _error, id) => [{ type: 'Sale', id }, 'Commission'],
    }),

    /** What happened to a sale, newest first, with who did it and the names of everybody it mentions: one request. */
    getSaleHistory: build.query({
      ...ask('get_sale_history', (saleId: string) => ({ saleId })),
      providesTags: (_history, _error, saleId) => [{ type: 'SaleHistory', id: saleId }],
    }),

    /** Cancels a sale and keeps what the vendor still pays for it, once for each key. */
    cancelWithPenalty: build.mutation({
      ...ask('cancel_sale_with_penalty', ({ note, dueOn, ...rest }: PenaltyCancellation) => ({
        ...rest,
        dueOn: dueOn ?? undefined,
        note: note.trim() || undefined,
      })),
      invalidatesTags: () => TOUCHED,
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

export const {
  useGetSaleQuery,
  useGetSharedSaleQuery,
  useGetSaleSharesQuery,
  useGetSaleHistoryQuery,
  useUpdateSaleStatusMutation,
  useCancelWithPenaltyMutation,
} = saleDetailApi;

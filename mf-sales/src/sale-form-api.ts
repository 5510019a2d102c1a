import type { Database } from '@paperplane/shared/database';
import { api, avatarSrc, overrideExisting } from '@paperplane/shared/platform';
import type {
  AgentOption,
  CustomerInput,
  CustomerOption,
  DuplicateBooking,
  SaleInput,
  SaveOutcome,
  SalePayload,
  VendorInput,
  VendorOption,
} from './sale';
import {
  toAgentOption,
  toColumns,
  toCustomerOption,
  toDuplicate,
  toOutcome,
  toVendorOption,
  type DuplicateRow,
  type OutcomeRow,
} from './sale-form-rows';
import { TOUCHED } from './sales-api';

const CUSTOMER_COLUMNS = 'id, first_name, last_name, email';
const VENDOR_COLUMNS = 'id, name, logo_url, default_commission_rate';

type Tables = Database['public']['Tables'];
type CustomerRow = Pick<Tables['customers']['Row'], 'id' | 'first_name' | 'last_name' | 'email'>;
type VendorRow = Pick<Tables['vendors']['Row'], 'id' | 'name' | 'logo_url' | 'default_commission_rate'>;
type AgentRow = Pick<Tables['users']['Row'], 'id' | 'first_name' | 'last_name' | 'avatar_url'>;

/** What a form leaves behind: the changed fields of the sale it was opened with, and its travelers where they changed. */
interface SaleEdit {
  id: string;
  /** The version the form started from. */
  version: number;
  changes: Partial<SaleInput>;
  travelerIds: readonly string[] | null;
}

/** Create and edit a sale, and what the form asks while it is filled in. */
export const saleFormApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Records a sale with its travelers, once for each key; the database creates its commission with it. Answers the new id. */
    createSale: build.mutation<
      { id: string },
      { sale: SalePayload; travelerIds: readonly string[]; requestKey: string }
    >({
      query:
        ({ sale, travelerIds, requestKey }) =>
        (db) =>
          db.rpc('create_sale', {
            sale: toColumns(sale),
            traveler_ids: [...travelerIds],
            request_key: requestKey,
          }),
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Saves what changed, unless somebody else has changed the sale since: then nothing is written, and the answer says who did what. */
    updateSale: build.mutation<SaveOutcome, SaleEdit>({
      query:
        ({ id, version, changes, travelerIds }) =>
        (db) =>
          db.rpc('update_sale', {
            sale_id: id,
            expected_version: version,
            changes: toColumns(changes),
            traveler_ids: travelerIds && [...travelerIds],
          }),
      transformResponse: (answer: OutcomeRow) => toOutcome(answer),
      // After a conflict, too: what is on other screens is as old as the form was.
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Sales one may see with the same reference at the same vendor: probably the same booking. */
    findDuplicateBookings: build.query<
      DuplicateBooking[],
      { bookingReference: string; vendorId: string; exceptSaleId: string | null }
    >({
      query:
        ({ bookingReference, vendorId, exceptSaleId }) =>
        (db) =>
          db.rpc('find_duplicate_bookings', {
            booking_reference: bookingReference,
            vendor_id: vendorId,
            except_sale_id: exceptSaleId,
          }),
      transformResponse: (rows: DuplicateRow[]) => rows.map(toDuplicate),
      providesTags: [{ type: 'Sale', id: 'LIST' }],
    }),

    /** Customers for the form's pickers, found as by the search; whoever is archived, merged or erased books no more trips. */
    searchCustomers: build.query<CustomerOption[], string>({
      query: (search) => (db) => db.rpc('find_customers_by_name', { search }),
      transformResponse: (rows: CustomerRow[]) => rows.map(toCustomerOption),
      providesTags: ['Customer'],
    }),

    /** The customer a link has chosen; `null` when there is none one may see. */
    getCustomerOption: build.query<CustomerOption | null, string>({
      query: (id) => (db) =>
        db.from('customers').select(CUSTOMER_COLUMNS).eq('id', id).is('archived_at', null).maybeSingle(),
      transformResponse: (row: CustomerRow | null) => row && toCustomerOption(row),
      providesTags: (_customer, _error, id) => [{ type: 'Customer', id }],
    }),

    /** Adds a customer without leaving the form, once for each key. */
    addCustomerOption: build.mutation<CustomerOption, { input: CustomerInput; requestKey: string }>({
      query:
        ({ input, requestKey }) =>
        (db) =>
          db.rpc('create_customer', {
            customer: {
              first_name: input.firstName,
              last_name: input.lastName,
              email: input.email,
              phone: input.phone,
            },
            request_key: requestKey,
          }),
      transformResponse: ({ id }: { id: string }, _meta, { input }) => ({
        id,
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
      }),
      invalidatesTags: (_row, error) => (error ? [] : ['Customer']),
    }),

    /** Vendors for the form's picker, with the rate a new sale picks up. */
    searchVendors: build.query<VendorOption[], string>({
      // Without archived ones: whom one no longer works with cannot be booked any more.
      query: (search) => (db) => db.rpc('find_vendors_by_name', { search }),
      transformResponse: (rows: VendorRow[]) => rows.map(toVendorOption),
      providesTags: ['Vendor'],
    }),

    /** The vendor a link has chosen; `null` when there is none one may see. */
    getVendorOption: build.query<VendorOption | null, string>({
      query: (id) => (db) => db.from('vendors').select(VENDOR_COLUMNS).eq('id', id).maybeSingle(),
      transformResponse: (row: VendorRow | null) => row && toVendorOption(row),
      providesTags: (_vendor, _error, id) => [{ type: 'Vendor', id }],
    }),

    /** Adds a vendor without leaving the form, once for each key (admins only, which the database enforces). */
    addVendorOption: build.mutation<VendorOption, { input: VendorInput; requestKey: string }>({
      query:
        ({ input, requestKey }) =>
        (db) =>
          db.rpc('create_vendor', {
            vendor: {
              name: input.name,
              email: input.email,
              default_commission_rate: input.defaultCommissionRate,
            },
            request_key: requestKey,
          }),
      transformResponse: ({ id }: { id: string }, _meta, { input }) => ({
        id,
        name: input.name,
        logoUrl: null,
        defaultCommissionRate: input.defaultCommissionRate,
      }),
      invalidatesTags: (_row, error) => (error ? [] : ['Vendor']),
    }),

    /** Active members of the organization, for admins who choose the agent of a sale. */
    getAgentOptions: build.query<AgentOption[], void>({
      query: () => (db) =>
        db
          .from('users')
          .select('id, first_name, last_name, avatar_url')
          .eq('is_active', true)
          .order('first_name')
          .order('last_name')
          .order('id'),
      transformResponse: (rows: AgentRow[]) =>
        rows.map((row) => toAgentOption({ ...row, avatar_url: avatarSrc(row.avatar_url) })),
      providesTags: ['Team'],
    }),
  }),
});

export const {
  useCreateSaleMutation,
  useUpdateSaleMutation,
  useFindDuplicateBookingsQuery,
  useSearchCustomersQuery,
  useGetCustomerOptionQuery,
  useAddCustomerOptionMutation,
  useSearchVendorsQuery,
  useGetVendorOptionQuery,
  useAddVendorOptionMutation,
  useGetAgentOptionsQuery,
} = saleFormApi;

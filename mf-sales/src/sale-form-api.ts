import { api, avatarSrc, databaseDoor, logoSrc, overrideExisting, rows } from '@paperplane/shared/platform';
import type {
  AgentOption,
  Contract,
  CustomerInput,
  CustomerOption,
  SaleChanges,
  SalePayload,
  VendorInput,
  VendorOption,
} from './sale';
import { TOUCHED } from './sales-api';

const ask = databaseDoor<Contract>();

/** What a form leaves behind: the changed fields of the sale it was opened with, and its travelers where they changed. */
interface SaleEdit {
  id: string;
  /** The version the form started from. */
  version: number;
  changes: SaleChanges;
  travelerIds: readonly string[] | null;
}

/** A record that is added without leaving the form, once for each key. */
interface Adding<Input> {
  input: Input;
  requestKey: string;
}

const withLogo = (vendor: VendorOption): VendorOption => ({ ...vendor, logoUrl: logoSrc(vendor.logoUrl) });

/** Create and edit a sale, and what the form asks while it is filled in. */
export const saleFormApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Records a sale with its travelers, once for each key; the database creates its commission with it. Answers the new id. */
    createSale: build.mutation({
      ...ask(
        'create_sale',
        (input: { sale: SalePayload; travelerIds: readonly string[]; requestKey: string }) => ({
          ...input,
          travelerIds: [...input.travelerIds],
        }),
      ),
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Saves what changed, unless somebody else has changed the sale since: then nothing is written, and the answer says who did what. */
    updateSale: build.mutation({
      ...ask('update_sale', ({ id, version, changes, travelerIds }: SaleEdit) => ({
        saleId: id,
        expectedVersion: version,
        changes,
        travelerIds: travelerIds && [...travelerIds],
      })),
      // After a conflict, too: what is on other screens is as old as the form was.
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Sales one may see with the same reference at the same vendor: probably the same booking. */
    findDuplicateBookings: build.query({
      ...ask(
        'find_duplicate_bookings',
        (asked: { bookingReference: string; vendorId: string; exceptSaleId: string | null }) => asked,
      ),
      providesTags: [{ type: 'Sale', id: 'LIST' }],
    }),

    /** Customers for the form's pickers, found as by the search; whoever is archived, merged or erased books no more trips. */
    searchCustomers: build.query({
      ...ask('find_customers_by_name', (search: string) => ({ search })),
      providesTags: ['Customer'],
    }),

    /** The customer a link has chosen; `null` when there is none one may see. */
    getCustomerOption: build.query({
      ...rows(
        (id: string) => (db) =>
          db
            .from('customers')
            .select('id, first_name, last_name, email')
            .eq('id', id)
            .is('archived_at', null)
            .maybeSingle(),
      ),
      providesTags: (_customer, _error, id) => [{ type: 'Customer', id }],
    }),

    /** Adds a customer without leaving the form, once for each key. */
    addCustomerOption: build.mutation({
      ...ask('create_customer', ({ input, requestKey }: Adding<CustomerInput>) => ({
        customer: input,
        requestKey,
      })),
      transformResponse: (
        { id }: { id: string },
        _meta: unknown,
        { input }: Adding<CustomerInput>,
      ): CustomerOption => {
        const { phone: _phone, ...customer } = input;
        return { id, ...customer };
      },
      invalidatesTags: (_row, error) => (error ? [] : ['Customer']),
    }),

    /** Vendors for the form's picker, with the rate a new sale picks up. */
    searchVendors: build.query({
      // Without archived ones: whom one no longer works with cannot be booked any more.
      ...ask('find_vendors_by_name', (search: string) => ({ search })),
      transformResponse: (found: VendorOption[]) => found.map(withLogo),
      providesTags: ['Vendor'],
    }),

    /** The vendor a link has chosen; `null` when there is none one may see. */
    getVendorOption: build.query({
      ...rows(
        (id: string) => (db) =>
          db.from('vendors').select('id, name, logo_url, default_commission_rate').eq('id', id).maybeSingle(),
      ),
      transformResponse: (vendor: VendorOption | null) => vendor && withLogo(vendor),
      providesTags: (_vendor, _error, id) => [{ type: 'Vendor', id }],
    }),

    /** Adds a vendor without leaving the form, once for each key (admins only, which the database enforces). */
    addVendorOption: build.mutation({
      ...ask('create_vendor', ({ input, requestKey }: Adding<VendorInput>) => ({
        vendor: input,
        requestKey,
      })),
      transformResponse: (
        { id }: { id: string },
        _meta: unknown,
        { input }: Adding<VendorInput>,
      ): VendorOption => {
        const { email: _email, ...vendor } = input;
        return { id, logoUrl: null, ...vendor };
      },
      invalidatesTags: (_row, error) => (error ? [] : ['Vendor']),
    }),

    /** Active members of the organization, for admins who choose the agent of a sale. */
    getAgentOptions: build.query({
      ...rows(
        (_own: void) => (db) =>
          db
            .from('users')
            .select('id, first_name, last_name, avatar_url')
            .eq('is_active', true)
            .order('first_name')
            .order('last_name')
            .order('id'),
      ),
      transformResponse: (people: AgentOption[]) =>
        people.map((person) => ({ ...person, avatarUrl: avatarSrc(person.avatarUrl) })),
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

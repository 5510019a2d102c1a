import { searchFilters } from '@paperplane/shared/domain';
import { api, avatarSrc, overrideExisting, type Db, type Tag } from '@paperplane/shared/platform';
import type {
  AgentOption,
  CustomerOption,
  SaleInput,
  SalesByStatus,
  SalesFilter,
  SalesPage,
  SentSale,
  VendorOption,
} from './sale';
import {
  toColumns,
  toNewSale,
  toSale,
  toSalesByStatus,
  type SaleRow,
  type SalesByStatusRow,
} from './sale-rows';

/** Options a picker shows at once; more is a reason to type. */
const OPTIONS = 20;

/** A sale with its people, as lists and its own page read it. */
export const SALE_COLUMNS =
  `id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date,
  total_amount, commission_amount, commission_rate, commission_basis, currency, status, notes, created_at, updated_at,
  customer:customers!sales_customer_id_fkey(id, first_name, last_name, email, phone),
  agent:users!sales_agent_id_fkey(id, first_name, last_name, email, avatar_url),
  vendor:vendors!sales_vendor_id_fkey(id, name, logo_url, default_commission_rate)` as const;

const LIST_COLUMNS = `${SALE_COLUMNS}, commission:commissions!commissions_sales_id_fkey(id, status)` as const;

/** Everything that shows a sale or a sum over sales. */
export const TOUCHED: readonly Tag[] = [
  'Sale',
  'SaleHistory',
  'Commission',
  'CommissionHistory',
  'Dashboard',
  'Customer',
  'Vendor',
];

interface PersonOptionRow {
  id: string;
  first_name: string;
  last_name: string;
}

function salesPage(db: Db, { status, page, pageSize }: SalesFilter) {
  const from = (page - 1) * pageSize;
  const all = db.from('sales').select(LIST_COLUMNS, { count: 'exact' });
  // By date, then by id: a stable order that an index serves.
  return (status ? all.eq('status', status) : all)
    .order('sale_date', { ascending: false })
    .order('id')
    .range(from, from + pageSize - 1);
}

function customerOptions(db: Db, search: string) {
  let query = db.from('customers').select('id, first_name, last_name, email');
  for (const filter of searchFilters(['first_name', 'last_name', 'email'], search)) query = query.or(filter);
  return query.order('last_name').order('first_name').order('id').limit(OPTIONS);
}

function vendorOptions(db: Db, search: string) {
  let query = db.from('vendors').select('id, name, logo_url, default_commission_rate');
  for (const filter of searchFilters(['name'], search)) query = query.or(filter);
  return query.order('name').order('id').limit(OPTIONS);
}

/** The sales remote's endpoints on the one api (spec section 7). */
export const salesApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of sales, newest sale date first, with the exact count of the filtered set. */
    getSales: build.query<SalesPage, SalesFilter>({
      query: (filter) => (db) => salesPage(db, filter),
      transformResponse: (rows: SaleRow[], meta, { page, pageSize }) => {
        const count = meta?.count ?? rows.length;
        return {
          sales: rows.map(toSale),
          count,
          page,
          pageSize,
          totalPages: Math.ceil(count / pageSize),
        };
      },
      providesTags: (result) => [
        { type: 'Sale', id: 'LIST' },
        ...(result?.sales ?? []).map(({ id }) => ({
          type: 'Sale' as const,
          id,
        })),
      ],
    }),

    /** Count and amount by status over the sales one may see; summed in the database. */
    getSalesByStatus: build.query<SalesByStatus, void>({
      query: () => (db) => db.rpc('get_sales_by_status', {}),
      transformResponse: (row: SalesByStatusRow | null) => toSalesByStatus(row),
      providesTags: [{ type: 'Sale', id: 'LIST' }],
    }),

    /** Records a sale; the database creates its commission with it. Answers the new id. */
    createSale: build.mutation<{ id: string }, SentSale>({
      query: (input) => (db) => db.from('sales').insert(toNewSale(input)).select('id').single(),
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Saves the changed fields of a sale. */
    updateSale: build.mutation<{ id: string }, { id: string; changes: Partial<SaleInput> }>({
      query:
        ({ id, changes }) =>
        (db) =>
          db.from('sales').update(toColumns(changes)).eq('id', id).select('id').single(),
      invalidatesTags: (_result, error) => (error ? [] : TOUCHED),
    }),

    /** Customers for the form's picker: name or e-mail contains every word typed. */
    searchCustomers: build.query<CustomerOption[], string>({
      query: (search) => (db) => customerOptions(db, search),
      transformResponse: (rows: (PersonOptionRow & { email: string | null })[]) =>
        rows.map((row) => ({
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          email: row.email,
        })),
      providesTags: ['Customer'],
    }),

    /** Vendors for the form's picker, with the rate a new sale picks up. */
    searchVendors: build.query<VendorOption[], string>({
      query: (search) => (db) => vendorOptions(db, search),
      transformResponse: (
        rows: {
          id: string;
          name: string;
          logo_url: string | null;
          default_commission_rate: number | null;
        }[],
      ) =>
        rows.map((row) => ({
          id: row.id,
          name: row.name,
          logoUrl: row.logo_url,
          defaultCommissionRate: row.default_commission_rate,
        })),
      providesTags: ['Vendor'],
    }),

    /** Active members of the organization, for admins who choose the agent of a sale. */
    getAgentOptions: build.query<AgentOption[], void>({
      query: () => (db) =>
        db
          .from('users')
          .select('id, first_name, last_name, email, avatar_url')
          .eq('is_active', true)
          .order('first_name')
          .order('last_name')
          .order('id'),
      transformResponse: (
        rows: (PersonOptionRow & {
          email: string;
          avatar_url: string | null;
        })[],
      ) =>
        rows.map((row) => ({
          id: row.id,
          firstName: row.first_name,
          lastName: row.last_name,
          email: row.email,
          avatarUrl: avatarSrc(row.avatar_url),
        })),
      providesTags: ['Team'],
    }),
  }),
});

export const {
  useGetSalesQuery,
  useGetSalesByStatusQuery,
  useCreateSaleMutation,
  useUpdateSaleMutation,
  useSearchCustomersQuery,
  useSearchVendorsQuery,
  useGetAgentOptionsQuery,
} = salesApi;

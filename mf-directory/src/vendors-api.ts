import { searchFilters } from '@paperplane/shared/domain';
import { api, overrideExisting, type Database } from '@paperplane/shared/platform';
import { rowsOfPage } from './parts/paging';

type Tables = Database['public']['Tables'];

/** A company the agency books with. */
export interface Vendor {
  id: string;
  name: string;
  logoUrl: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  /** Percent, 0 to 100: what a new sale starts with. */
  defaultCommissionRate: number;
  notes: string | null;
  /** ISO moment. */
  createdAt: string;
}

/** What the form sends. The logo waits for uploads. */
export type VendorInput = Omit<Vendor, 'id' | 'logoUrl' | 'createdAt'>;

/** A row of the list: without the notes, which may be long. */
export type VendorListItem = Omit<Vendor, 'notes'>;

const LIST_COLUMNS = 'id, name, logo_url, email, phone, website, default_commission_rate, created_at';

type Row = Pick<
  Tables['vendors']['Row'],
  | 'id'
  | 'name'
  | 'logo_url'
  | 'email'
  | 'phone'
  | 'website'
  | 'default_commission_rate'
  | 'notes'
  | 'created_at'
>;
type ListRow = Omit<Row, 'notes'>;

export const toVendorListItem = (row: ListRow): VendorListItem => ({
  id: row.id,
  name: row.name,
  logoUrl: row.logo_url,
  email: row.email,
  phone: row.phone,
  website: row.website,
  defaultCommissionRate: row.default_commission_rate,
  createdAt: row.created_at,
});

export const toVendor = (row: Row): Vendor => ({ ...toVendorListItem(row), notes: row.notes });

export const fromVendorInput = (input: VendorInput) => ({
  name: input.name,
  email: input.email,
  phone: input.phone,
  website: input.website,
  default_commission_rate: input.defaultCommissionRate,
  notes: input.notes,
});

const list = { type: 'Vendor', id: 'LIST' } as const;

const vendorsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of vendors by name, with the exact count of all that match `q`. */
    getVendors: build.query<{ items: VendorListItem[]; count: number }, { page: number; q: string }>({
      query:
        ({ page, q }) =>
        (db) => {
          const matching = searchFilters(['name', 'email'], q).reduce(
            (request, filter) => request.or(filter),
            db.from('vendors').select(LIST_COLUMNS, { count: 'exact' }),
          );
          return matching
            .order('name')
            .order('id')
            .range(...rowsOfPage(page));
        },
      transformResponse: (rows: ListRow[], meta) => ({
        items: rows.map(toVendorListItem),
        count: meta?.count ?? rows.length,
      }),
      providesTags: [list],
    }),

    getVendor: build.query<Vendor, string>({
      query: (id) => (db) => db.from('vendors').select(`${LIST_COLUMNS}, notes`).eq('id', id).single(),
      transformResponse: (row: Row) => toVendor(row),
      providesTags: (_vendor, _error, id) => [{ type: 'Vendor', id }],
    }),

    /** Adds a vendor (admins only, which the database enforces). @returns the new id */
    createVendor: build.mutation<{ id: string }, VendorInput>({
      query: (input) => (db) => db.from('vendors').insert(fromVendorInput(input)).select('id').single(),
      invalidatesTags: (_row, error) => (error ? [] : [list]),
    }),

    /** Saves the whole form. Names show on sales, commissions and the dashboard, so those refresh too. */
    updateVendor: build.mutation<{ id: string }, { id: string; input: VendorInput }>({
      query:
        ({ id, input }) =>
        (db) =>
          db.from('vendors').update(fromVendorInput(input)).eq('id', id).select('id').single(),
      invalidatesTags: (_row, error, { id }) =>
        error ? [] : [list, { type: 'Vendor', id }, 'Sale', 'Commission', 'Dashboard'],
    }),
  }),
});

export const { useGetVendorsQuery, useGetVendorQuery, useCreateVendorMutation, useUpdateVendorMutation } =
  vendorsApi;

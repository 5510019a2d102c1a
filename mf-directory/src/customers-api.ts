import { searchFilters } from '@paperplane/shared/domain';
import { api, overrideExisting, type Database } from '@paperplane/shared/platform';
import { rowsOfPage } from './parts/paging';

type Tables = Database['public']['Tables'];

/** A customer of the organization; an address or number nobody entered is `null`. */
export interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  notes: string | null;
  /** ISO moment. */
  createdAt: string;
}

/** What the form sends. */
export type CustomerInput = Omit<Customer, 'id' | 'createdAt'>;

/** A row of the list: without the notes, which may be long. */
export type CustomerListItem = Omit<Customer, 'notes'>;

const LIST_COLUMNS = 'id, first_name, last_name, email, phone, created_at';

type ListRow = Pick<
  Tables['customers']['Row'],
  'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'created_at'
>;
type Row = ListRow & Pick<Tables['customers']['Row'], 'notes'>;

export const toCustomerListItem = (row: ListRow): CustomerListItem => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  createdAt: row.created_at,
});

export const toCustomer = (row: Row): Customer => ({ ...toCustomerListItem(row), notes: row.notes });

export const fromCustomerInput = (input: CustomerInput) => ({
  first_name: input.firstName,
  last_name: input.lastName,
  email: input.email,
  phone: input.phone,
  notes: input.notes,
});

const list = { type: 'Customer', id: 'LIST' } as const;

const customersApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of customers by name, with the exact count of all that match `q`. */
    getCustomers: build.query<{ items: CustomerListItem[]; count: number }, { page: number; q: string }>({
      query:
        ({ page, q }) =>
        (db) => {
          const matching = searchFilters(['first_name', 'last_name', 'email'], q).reduce(
            (request, filter) => request.or(filter),
            db.from('customers').select(LIST_COLUMNS, { count: 'exact' }),
          );
          return matching
            .order('last_name')
            .order('first_name')
            .order('id')
            .range(...rowsOfPage(page));
        },
      transformResponse: (rows: ListRow[], meta) => ({
        items: rows.map(toCustomerListItem),
        count: meta?.count ?? rows.length,
      }),
      providesTags: [list],
    }),

    getCustomer: build.query<Customer, string>({
      query: (id) => (db) => db.from('customers').select(`${LIST_COLUMNS}, notes`).eq('id', id).single(),
      transformResponse: (row: Row) => toCustomer(row),
      providesTags: (_customer, _error, id) => [{ type: 'Customer', id }],
    }),

    /** Adds a customer to the caller's organization. @returns the new id */
    createCustomer: build.mutation<{ id: string }, CustomerInput>({
      query: (input) => (db) => db.from('customers').insert(fromCustomerInput(input)).select('id').single(),
      invalidatesTags: (_row, error) => (error ? [] : [list]),
    }),

    /** Saves the whole form. Names show on sales, commissions and the dashboard, so those refresh too. */
    updateCustomer: build.mutation<{ id: string }, { id: string; input: CustomerInput }>({
      query:
        ({ id, input }) =>
        (db) =>
          db.from('customers').update(fromCustomerInput(input)).eq('id', id).select('id').single(),
      invalidatesTags: (_row, error, { id }) =>
        error ? [] : [list, { type: 'Customer', id }, 'Sale', 'Commission', 'Dashboard'],
    }),
  }),
});

export const {
  useGetCustomersQuery,
  useGetCustomerQuery,
  useCreateCustomerMutation,
  useUpdateCustomerMutation,
} = customersApi;

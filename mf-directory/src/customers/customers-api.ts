import { toDatabase } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import { toChange, type ChangeRow, type RecordOutcome } from '@paperplane/shared/records';
import type {
  Customer,
  CustomerInput,
  CustomersPage,
  CustomersQuery,
  Duplicate,
  DuplicateProbe,
} from './customer';
import { changesOfCustomer, fromCustomerInput, toCustomer, type CustomerRow } from './customer-rows';
import {
  fromProbe,
  toCustomersPage,
  toDuplicate,
  toListArgs,
  type CustomersPageRow,
  type DuplicateRow,
} from './customers-list-rows';
import type { CustomerProfile } from './profile';
import { toProfile, type ProfileRow } from './profile-rows';
import { oneRecord } from '../parts/one-record';

const list = { type: 'Customer', id: 'LIST' } as const;

export const customersApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of customers with the count of all that match and the most used tags, in one request. */
    listCustomers: build.query<CustomersPage, CustomersQuery>({
      query: (query) => (db) => db.rpc('list_customers', toDatabase(toListArgs(query)) as never),
      transformResponse: (answer: CustomersPageRow) => toCustomersPage(answer),
      // Figures are those of sales.
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** Everything the page of a customer shows; passports without their numbers. */
    getCustomerProfile: build.query<CustomerProfile, string>({
      query: (id) => (db) => oneRecord(db.rpc('get_customer_page', { customer_id: id })),
      transformResponse: (row: ProfileRow) => toProfile(row),
      providesTags: (_profile, _error, id) => [
        { type: 'Customer', id },
        { type: 'Sale', id: 'LIST' },
      ],
    }),

    /** Customers who may be the one that is being typed, at most five; `exceptId` is who is edited. */
    findDuplicateCustomers: build.query<Duplicate[], { probe: DuplicateProbe; exceptId: string | null }>({
      query:
        ({ probe, exceptId }) =>
        (db) =>
          db.rpc('find_duplicate_customers', { customer: fromProbe(probe), except_id: exceptId }),
      transformResponse: (rows: DuplicateRow[]) => rows.map(toDuplicate),
      providesTags: ['Customer'],
    }),

    /** Adds a customer to the caller's organization, once for each key. @returns the new id */
    createCustomer: build.mutation<{ id: string }, { input: CustomerInput; requestKey: string }>({
      query:
        ({ input, requestKey }) =>
        (db) =>
          db.rpc('create_customer', { customer: fromCustomerInput(input), request_key: requestKey }),
      invalidatesTags: (_row, error) => (error ? [] : ['Customer']),
    }),

    /**
     * Saves what was changed, unless somebody else has changed the customer since: then nothing is written, and the answer says who did
     * what. Names show on sales, commissions and the dashboard, so those refresh too.
     */
    updateCustomer: build.mutation<RecordOutcome<Customer>, { before: Customer; after: CustomerInput }>({
      query:
        ({ before, after }) =>
        (db) =>
          db.rpc('update_customer', {
            customer_id: before.id,
            expected_version: before.version,
            customer: changesOfCustomer(before, after),
          }),
      transformResponse: (
        answer: { outcome: 'saved' } | { outcome: 'conflict'; changes: ChangeRow[]; customer: CustomerRow },
      ): RecordOutcome<Customer> =>
        answer.outcome === 'saved'
          ? { saved: true }
          : { saved: false, theirs: toCustomer(answer.customer), changes: answer.changes.map(toChange) },
      invalidatesTags: (_row, error) => (error ? [] : ['Customer', 'Sale', 'Commission', 'Dashboard']),
    }),
  }),
});

export const {
  useListCustomersQuery,
  useGetCustomerProfileQuery,
  useFindDuplicateCustomersQuery,
  useLazyFindDuplicateCustomersQuery,
  useCreateCustomerMutation,
  useUpdateCustomerMutation,
} = customersApi;

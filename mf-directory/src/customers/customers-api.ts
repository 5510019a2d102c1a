import type { contract as sharedContract } from '@paperplane/shared/contract';
import { api, avatarSrc, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { RecordOutcome } from '@paperplane/shared/records';
import { pageArgs } from '../parts/directory-list';
import type { contract } from './contract';
import {
  changesOfCustomer,
  toColumns,
  toCustomer,
  type Customer,
  type CustomerInput,
  type CustomerListItem,
  type CustomersQuery,
  type DuplicateProbe,
} from './customer';
import type { CustomerProfile } from './profile';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();
const askShared = databaseDoor<typeof sharedContract>();

const list = { type: 'Customer', id: 'LIST' } as const;

/** What the list asks its function for; its export, too. */
export const toListArgs = (query: CustomersQuery) => ({
  ...pageArgs(query),
  tag: query.tag || null,
  agentId: query.agentId,
  state: query.archived ? 'archived' : 'active',
});

/** With the address of the agent's picture. */
const withPicture = <Row extends Pick<CustomerListItem, 'agent'>>(row: Row): Row => ({
  ...row,
  agent: row.agent && { ...row.agent, avatarUrl: avatarSrc(row.agent.avatarUrl) },
});

export const customersApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of customers with the count of all that match and the most used tags, in one request. */
    listCustomers: build.query({
      ...ask('list_customers', toListArgs),
      transformResponse: (page: AnswerOf<Contract, 'list_customers'>) => ({
        ...page,
        rows: page.rows.map(withPicture),
      }),
      // Figures are those of sales.
      providesTags: [list, { type: 'Sale', id: 'LIST' }],
    }),

    /** Everything the page of a customer shows; passports without their numbers. */
    getCustomerProfile: build.query({
      ...ask.one('get_customer_page', (id: string) => ({ customerId: id })),
      transformResponse: (
        profile: NonNullable<AnswerOf<Contract, 'get_customer_page'>>,
      ): CustomerProfile => ({
        ...profile,
        customer: toCustomer(profile.customer),
        totals: withPicture(profile.totals),
      }),
      providesTags: (_profile, _error, id) => [
        { type: 'Customer', id },
        { type: 'Sale', id: 'LIST' },
      ],
    }),

    /** Customers who may be the one that is being typed, at most five; `exceptId` is who is edited. */
    findDuplicateCustomers: build.query({
      ...ask(
        'find_duplicate_customers',
        ({ probe, exceptId }: { probe: DuplicateProbe; exceptId: string | null }) => ({
          customer: {
            ...probe,
            birthday: probe.birthday || null,
            email: probe.email || null,
            phone: probe.phone || null,
          },
          exceptId,
        }),
      ),
      providesTags: ['Customer'],
    }),

    /** Adds a customer to the caller's organization, once for each key. @returns the new id */
    createCustomer: build.mutation({
      ...askShared(
        'create_customer',
        ({ input, requestKey }: { input: CustomerInput; requestKey: string }) => ({
          customer: toColumns(input),
          requestKey,
        }),
      ),
      invalidatesTags: (_row, error) => (error ? [] : ['Customer']),
    }),

    /**
     * Saves what was changed, unless somebody else has changed the customer since: then nothing is written, and the answer says who did
     * what. Names show on sales, commissions and the dashboard, so those refresh too.
     */
    updateCustomer: build.mutation({
      ...ask('update_customer', ({ before, after }: { before: Customer; after: CustomerInput }) => ({
        customerId: before.id,
        expectedVersion: before.version,
        customer: changesOfCustomer(before, after),
      })),
      transformResponse: (answer: AnswerOf<Contract, 'update_customer'>): RecordOutcome<Customer> =>
        answer.outcome === 'saved'
          ? { saved: true }
          : { saved: false, theirs: toCustomer(answer.customer), changes: answer.changes },
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

import { api, overrideExisting } from '@paperplane/shared/platform';
import { disclosed } from '../parts/disclosed';
import { createSecretHandoff } from '../parts/secret-handoff';

/** Personal data on its way into a file. */
const exported = createSecretHandoff<unknown>();

const everywhere = ['Customer', 'Sale', 'Commission', 'Dashboard'] as const;

const customerActionsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Out of pickers and the list, or back into them; sales stay as they are. */
    archiveCustomer: build.mutation<null, { id: string; archived: boolean }>({
      query:
        ({ id, archived }) =>
        (db) =>
          db.rpc('archive_customer', { customer_id: id, archived }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : ['Customer']),
    }),

    /** For good; refused while there is a sale. */
    deleteCustomer: build.mutation<null, string>({
      query: (id) => (db) => db.rpc('delete_customer', { customer_id: id }),
      transformResponse: () => null,
      // Not the page of the one who is gone: it would ask for nobody.
      invalidatesTags: (_answer, error) => (error ? [] : [{ type: 'Customer', id: 'LIST' }]),
    }),

    /** Makes two customers one (admins). @returns the merge, to undo it with */
    mergeCustomers: build.mutation<{ mergeId: string }, { keptId: string; mergedId: string }>({
      query:
        ({ keptId, mergedId }) =>
        (db) =>
          db.rpc('merge_customers', { kept_id: keptId, merged_id: mergedId }),
      transformResponse: (answer: { merge_id: string }) => ({ mergeId: answer.merge_id }),
      invalidatesTags: (_answer, error) => (error ? [] : everywhere),
    }),

    /** Puts back what a merge moved, within 30 days (admins). */
    undoMerge: build.mutation<null, string>({
      query: (mergeId) => (db) => db.rpc('undo_merge', { merge_id: mergeId }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : everywhere),
    }),

    /** Everything personal there is about a customer (admins; logged). @returns the ticket to take it with: it stays out of the store */
    exportCustomer: build.mutation<string, string>({
      query: (id) => (db) =>
        disclosed(
          db.rpc('export_customer_data', { customer_id: id }),
          (disclosureId) => db.rpc('read_customer_data', { disclosure_id: disclosureId }),
          exported,
        ),
    }),

    /** Takes away everything personal for good; sales and their sums stay (admins; logged). */
    eraseCustomer: build.mutation<null, { id: string; confirmation: string }>({
      query:
        ({ id, confirmation }) =>
        (db) =>
          db.rpc('erase_customer', { customer_id: id, confirmation }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : [...everywhere, 'SaleHistory']),
    }),

    addCompanion: build.mutation<null, { customerId: string; companionId: string; relation: string | null }>({
      query:
        ({ customerId, companionId, relation }) =>
        (db) =>
          db
            .from('customer_companions')
            .insert({ customer_id: customerId, companion_id: companionId, relation }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error, { customerId, companionId }) =>
        error
          ? []
          : [
              { type: 'Customer', id: customerId },
              { type: 'Customer', id: companionId },
            ],
    }),

    changeCompanion: build.mutation<null, { id: string; relation: string | null }>({
      query:
        ({ id, relation }) =>
        (db) =>
          db.from('customer_companions').update({ relation }).eq('id', id).select('id').single(),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : ['Customer']),
    }),

    removeCompanion: build.mutation<null, string>({
      query: (id) => (db) => db.from('customer_companions').delete().eq('id', id),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : ['Customer']),
    }),
  }),
});

export const takeExported = exported.take;

export const {
  useArchiveCustomerMutation,
  useDeleteCustomerMutation,
  useMergeCustomersMutation,
  useUndoMergeMutation,
  useExportCustomerMutation,
  useEraseCustomerMutation,
  useAddCompanionMutation,
  useChangeCompanionMutation,
  useRemoveCompanionMutation,
} = customerActionsApi;

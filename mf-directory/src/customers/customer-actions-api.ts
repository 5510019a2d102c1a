import { api, databaseDoor, overrideExisting, rows } from '@paperplane/shared/platform';
import { disclosed } from '../parts/disclosed';
import { createSecretHandoff } from '../parts/secret-handoff';
import type { contract } from './contract';

const ask = databaseDoor<typeof contract>();

interface AddedCompanion {
  customerId: string;
  companionId: string;
  relation: string | null;
}

/** Personal data on its way into a file. */
const exported = createSecretHandoff<unknown>();

const everywhere = ['Customer', 'Sale', 'Commission', 'Dashboard'] as const;

const customerActionsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Out of pickers and the list, or back into them; sales stay as they are. */
    archiveCustomer: build.mutation({
      ...ask('archive_customer', ({ id, archived }: { id: string; archived: boolean }) => ({
        customerId: id,
        archived,
      })),
      invalidatesTags: (_answer, error) => (error ? [] : ['Customer']),
    }),

    /** For good; refused while there is a sale. */
    deleteCustomer: build.mutation({
      ...ask('delete_customer', (id: string) => ({ customerId: id })),
      // Not the page of the one who is gone: it would ask for nobody.
      invalidatesTags: (_answer, error) => (error ? [] : [{ type: 'Customer', id: 'LIST' }]),
    }),

    /** Makes two customers one (admins). @returns the merge, to undo it with */
    mergeCustomers: build.mutation({
      ...ask('merge_customers', (pair: { keptId: string; mergedId: string }) => pair),
      invalidatesTags: (_answer, error) => (error ? [] : everywhere),
    }),

    /** Puts back what a merge moved, within 30 days (admins). */
    undoMerge: build.mutation({
      ...ask('undo_merge', (mergeId: string) => ({ mergeId })),
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
    eraseCustomer: build.mutation({
      ...ask('erase_customer', ({ id, confirmation }: { id: string; confirmation: string }) => ({
        customerId: id,
        confirmation,
      })),
      invalidatesTags: (_answer, error) => (error ? [] : [...everywhere, 'SaleHistory']),
    }),

    addCompanion: build.mutation({
      ...rows(
        ({ customerId, companionId, relation }: AddedCompanion) =>
          (db) =>
            db
              .from('customer_companions')
              .insert({ customer_id: customerId, companion_id: companionId, relation }),
      ),
      invalidatesTags: (_answer, error, { customerId, companionId }) =>
        error
          ? []
          : [
              { type: 'Customer', id: customerId },
              { type: 'Customer', id: companionId },
            ],
    }),

    changeCompanion: build.mutation({
      ...rows(
        ({ id, relation }: { id: string; relation: string | null }) =>
          (db) =>
            db.from('customer_companions').update({ relation }).eq('id', id).select('id').single(),
      ),
      invalidatesTags: (_answer, error) => (error ? [] : ['Customer']),
    }),

    removeCompanion: build.mutation({
      ...rows((id: string) => (db) => db.from('customer_companions').delete().eq('id', id)),
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

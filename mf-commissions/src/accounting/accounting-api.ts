import {
  confirming,
  databaseDoor,
  overrideExisting,
  type ArgsOf,
  type StepUpAct,
} from '@paperplane/shared/platform';
import { api as remoteApi } from '../parts/api';
import type { AccountingContract, JournalFormat } from './accounting-types';

const ask = databaseDoor<AccountingContract>();
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['Journal'] });

/** A month that leaves; `act`: what is said where a code has to confirm it. */
interface Leaving {
  month: string;
  format: JournalFormat;
  requestKey: string;
  act: StepUpAct;
}

export const accountingApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Of no month: the next one that is exported. Null to whoever is no admin. */
    getJournal: build.query({
      ...ask('get_journal', (month: string | null) => (month === null ? {} : { month })),
      // What the journal is made of changes on other pages, and by what others do.
      keepUnusedDataFor: 0,
      providesTags: ['Journal', 'Bank', 'Commission', 'Payout', 'Organization'],
    }),

    /** A page of the lines of a month, in their order. */
    listJournal: build.query({
      ...ask('list_journal', (asked: ArgsOf<AccountingContract, 'list_journal'>) => asked),
      keepUnusedDataFor: 0,
      providesTags: ['Journal', 'Bank', 'Commission', 'Payout', 'Organization'],
    }),

    saveJournalSettings: build.mutation({
      ...ask(
        'save_journal_settings',
        (settings: ArgsOf<AccountingContract, 'save_journal_settings'>) => settings,
      ),
      invalidatesTags: ['Journal'],
    }),

    mapJournalAccount: build.mutation({
      ...ask('map_journal_account', (account: ArgsOf<AccountingContract, 'map_journal_account'>) => account),
      invalidatesTags: ['Journal'],
    }),

    /** Keeps the entries of a month and closes its books. */
    exportJournal: build.mutation({
      ...confirming(
        ask('export_journal', ({ act: _said, ...input }: Leaving) => input),
        ({ act }) => act,
      ),
      // Also after a refusal: another owner may have been faster.
      invalidatesTags: ['Journal', 'Organization', 'Dashboard'],
    }),

    /** Writes down who downloads it. */
    openJournalExport: build.mutation({
      ...confirming(
        ask('open_journal_export', ({ exportId }: { exportId: string; act: StepUpAct }) => ({ exportId })),
        ({ act }) => act,
      ),
    }),

    /** The next lines of it. A mutation, so that no cache keeps them. */
    readJournalExport: build.mutation({
      ...ask('read_journal_export', (after: { exportId: string; afterLine: number }) => after),
    }),
  }),
});

export const {
  useGetJournalQuery,
  useListJournalQuery,
  useSaveJournalSettingsMutation,
  useMapJournalAccountMutation,
  useExportJournalMutation,
} = accountingApi;

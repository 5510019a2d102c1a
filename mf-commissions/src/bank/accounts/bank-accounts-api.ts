import { databaseDoor, functionsDoor, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import { TOUCHED } from '../bank-api';
import { ACCOUNTS } from '../import/bank-import-api';
import type { BankContract, BankProvider, SentLink } from '../bank-types';
import type { contract } from './edge/contract';

const ask = databaseDoor<BankContract>();
const invoke = functionsDoor<typeof contract>();

export const bankAccountsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getBankAccountsPage: build.query({
      ...ask('get_bank_accounts_page', (_own: void) => ({})),
      providesTags: [ACCOUNTS],
    }),

    /** Null where it is gone meanwhile. */
    getBankConnection: build.query({
      ...ask('get_bank_connection', (connectionId: string) => ({ connectionId })),
      providesTags: ['Bank'],
      keepUnusedDataFor: 0,
    }),

    /** A connection to begin with, or an existing one that is renewed. */
    beginBankConnection: build.mutation(
      ask(
        'begin_bank_connection',
        (input: { provider: BankProvider; connectionId?: string; requestKey: string }) => input,
      ),
    ),

    linkBankAccounts: build.mutation({
      ...ask(
        'link_bank_accounts',
        (input: { connectionId: string; links: SentLink[]; since: string; requestKey: string }) => input,
      ),
      invalidatesTags: ['Bank'],
    }),

    /** One connection, or all of them; answers how many times more it goes by hand today. */
    syncBankConnection: build.mutation({
      ...ask('sync_bank_connection', (connectionId: string | null) => (connectionId ? { connectionId } : {})),
      invalidatesTags: ['Bank'],
    }),

    stopBankSync: build.mutation({
      ...ask('stop_bank_sync', (connectionId: string) => ({ connectionId })),
      invalidatesTags: ['Bank'],
    }),

    disconnectBankConnection: build.mutation({
      ...ask('disconnect_bank_connection', (connectionId: string) => ({ connectionId })),
      invalidatesTags: ['Bank'],
    }),

    answerBankQuestion: build.mutation({
      ...ask('answer_bank_question', (input: { questionId: string; answer: 'take' | 'keep' }) => input),
      invalidatesTags: [...TOUCHED],
    }),

    getBankProviders: build.query(invoke('bank-connections', 'providers', (_own: void) => ({}))),

    getBankInstitutions: build.query(
      invoke('bank-connections', 'institutions', (country: string) => ({
        provider: 'enable_banking' as const,
        country,
      })),
    ),

    /** Claims a token: on the server, once. */
    claimSetupToken: build.mutation({
      ...invoke('bank-connections', 'begin', (input: { connectionId: string; token: string }) => ({
        provider: 'simplefin' as const,
        ...input,
      })),
      invalidatesTags: ['Bank'],
    }),

    /** Says where the person signs in; the bank comes back to `returnUrl`. */
    visitBank: build.mutation(
      invoke(
        'bank-connections',
        'begin',
        (input: { connectionId: string; institution: string; country: string; returnUrl: string }) => ({
          provider: 'enable_banking' as const,
          ...input,
        }),
      ),
    ),

    finishBankVisit: build.mutation({
      ...invoke('bank-connections', 'finish', (input: { state: string; code: string }) => input),
      invalidatesTags: ['Bank'],
    }),
  }),
});

export const {
  useGetBankAccountsPageQuery,
  useGetBankConnectionQuery,
  useBeginBankConnectionMutation,
  useLinkBankAccountsMutation,
  useSyncBankConnectionMutation,
  useStopBankSyncMutation,
  useDisconnectBankConnectionMutation,
  useAnswerBankQuestionMutation,
  useGetBankProvidersQuery,
  useGetBankInstitutionsQuery,
  useClaimSetupTokenMutation,
  useVisitBankMutation,
  useFinishBankVisitMutation,
} = bankAccountsApi;

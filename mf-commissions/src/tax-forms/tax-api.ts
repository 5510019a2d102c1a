import {
  avatarSrc,
  confirming,
  databaseDoor,
  overrideExisting,
  type AnswerOf,
  type StepUpAct,
} from '@paperplane/shared/platform';
import { api as remoteApi } from '../parts/api';
import type { TaxContract } from './contract';
import type { TaxDetailsInput, TaxSettingsInput } from './tax-types';

const ask = databaseDoor<TaxContract>();
const tags = ['Tax'] as const;
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['Tax'] });

export const taxApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** What was paid in a year, and who is missing. */
    getTaxYear: build.query({
      ...ask('get_tax_year', (year: number | null) => ({ ...(year === null ? {} : { year }) })),
      transformResponse: (answer: AnswerOf<TaxContract, 'get_tax_year'>) => ({
        ...answer,
        people: answer.people.map((person) => ({ ...person, avatarUrl: avatarSrc(person.avatarUrl) })),
      }),
      providesTags: [...tags, 'Payout'],
    }),

    saveTaxSettings: build.mutation({
      ...ask('save_tax_settings', (settings: TaxSettingsInput) => ({ settings })),
      invalidatesTags: tags,
    }),

    /** Without an amount the usual one holds again. */
    setTaxThreshold: build.mutation({
      ...ask('set_tax_threshold', (input: { year: number; amount?: number; source?: string }) => input),
      invalidatesTags: tags,
    }),

    /** One's own, or, by an owner, those of another member. */
    saveTaxDetails: build.mutation({
      ...ask('save_tax_details', ({ details, agentId }: { details: TaxDetailsInput; agentId?: string }) => ({
        details,
        ...(agentId === undefined ? {} : { agentId }),
      })),
      invalidatesTags: tags,
    }),

    /** Null where the agency makes no tax forms. */
    getMyTaxDetails: build.query({
      ...ask('get_my_tax_details', (_own: void) => ({})),
      providesTags: tags,
    }),

    askForTaxDetails: build.mutation({
      ...ask('ask_for_tax_details', (agentIds: readonly string[]) => ({ agentIds: [...agentIds] })),
      invalidatesTags: tags,
    }),

    /** A whole tax number: asked for and recorded first, then read once. Called without tracking, so that no cache keeps it. */
    readTaxNumber: build.mutation({
      ...confirming(
        ask.within('read_tax_number', async ({ agentId }: { agentId: string; act: StepUpAct }, call, db) => {
          const asked = await db.rpc('request_tax_number', { agent_id: agentId });
          return asked.error ? asked : call({ disclosureId: asked.data });
        }),
        ({ act }) => act,
      ),
    }),

    /** The forms of a year with whole numbers, in the same two steps. */
    readTaxFile: build.mutation({
      ...confirming(
        ask.within(
          'read_tax_file',
          async ({ year, scope }: { year: number; scope: 'all' | 'changed'; act: StepUpAct }, call, db) => {
            const asked = await db.rpc('request_tax_file', { year, scope });
            return asked.error ? asked : call({ disclosureId: asked.data });
          },
        ),
        ({ act }) => act,
      ),
      invalidatesTags: tags,
    }),

    /** Numbers the notes of payments that had to wait. */
    writeCreditNotes: build.mutation({
      ...ask('write_credit_notes', (_all: void) => ({})),
      invalidatesTags: tags,
    }),

    listCreditNotes: build.query({
      ...ask('list_credit_notes', (at: { year: number; page: number; pageSize: number }) => at),
      providesTags: [...tags, 'Payout'],
    }),

    /** Null when there is none that the caller may read. */
    getCreditNote: build.query({
      ...ask('get_credit_note', (noteId: string) => ({ noteId })),
      providesTags: [...tags, 'Payout'],
    }),
  }),
});

export const {
  useGetTaxYearQuery,
  useSaveTaxSettingsMutation,
  useSetTaxThresholdMutation,
  useSaveTaxDetailsMutation,
  useGetMyTaxDetailsQuery,
  useAskForTaxDetailsMutation,
  useWriteCreditNotesMutation,
  useListCreditNotesQuery,
  useGetCreditNoteQuery,
} = taxApi;

import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';

type Contract = typeof contract;
const ask = databaseDoor<Contract>();

/** What another application of somebody's terms would change. */
export type TermsAgain = NonNullable<AnswerOf<Contract, 'preview_terms_again'>>;
export type ChangedShare = TermsAgain['rows'][number];
/** Which split a sale would have, and what each rule says. */
export type Tried = NonNullable<AnswerOf<Contract, 'try_terms'>>;

/** A sale that nobody recorded. */
export interface TriedSale {
  memberId: string;
  /** `yyyy-mm-dd`. */
  day: string;
  vendorId: string | null;
  category: string | null;
  commission: number | null;
  /** Where tiers count it. */
  total: number | null;
}

export const againApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** What is not paid and has another split than the terms of its day say now; null for who may not save them. */
    previewTermsAgain: build.query({
      ...ask('preview_terms_again', (memberId: string) => ({ memberId })),
      keepUnusedDataFor: 0,
      providesTags: ['Team', { type: 'Sale', id: 'LIST' }, { type: 'Commission', id: 'LIST' }],
    }),

    /** Gives it that split, once for each key; refused where it is something else than the preview said. */
    applyTermsAgain: build.mutation({
      ...ask(
        'apply_terms_again',
        (again: { memberId: string; expected: string; requestKey: string }) => again,
      ),
      invalidatesTags: ['Team', 'Sale', 'Commission', 'Dashboard'],
    }),

    /** The split of a sale by somebody's terms, for the person and admins. */
    tryTerms: build.query({
      ...ask('try_terms', (sale: TriedSale) => sale),
      providesTags: ['Team', { type: 'Sale', id: 'LIST' }, { type: 'Commission', id: 'LIST' }],
    }),
  }),
});

export const { usePreviewTermsAgainQuery, useApplyTermsAgainMutation, useTryTermsQuery } = againApi;

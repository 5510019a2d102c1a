import { api, overrideExisting } from '@paperplane/shared/platform';
import { BANK_TAG } from './bank/bank-tag';

const headTabsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** How many bank transactions wait for somebody; admins only. */
    countToReview: build.query<number, void>({
      query: () => (db) =>
        db
          .from('bank_transactions')
          .select('id', { count: 'exact', head: true })
          .in('status', ['open', 'suggested']),
      transformResponse: (_rows, meta) => meta?.count ?? 0,
      providesTags: [BANK_TAG],
    }),
  }),
});

export const { useCountToReviewQuery } = headTabsApi;

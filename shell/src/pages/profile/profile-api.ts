import { api, overrideExisting } from '@paperplane/shared/platform';

/** The shell's own read of `user_terms`: one's own share of commissions, in percent. */
export const profileApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getOwnCommissionSplit: build.query<number | null, string>({
      query: (userId) => (db) =>
        db.from('user_terms').select('commission_split').eq('user_id', userId).maybeSingle(),
      transformResponse: (row: { commission_split: number } | null) => row?.commission_split ?? null,
      providesTags: ['Team'],
    }),
  }),
});

export const { useGetOwnCommissionSplitQuery } = profileApi;

import { api, overrideExisting, through } from '@paperplane/shared/platform';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';
import { toFound, type Found } from './found';

/** The one request of the search. */
const searchApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    searchEverything: build.query<Found, string>({
      // Not `query`: only here is the signal known by which an overtaken search is cancelled.
      queryFn: async (text, { signal }, _options, ask) => {
        const { data, error } = await ask(
          through((db) => db.rpc('search_everything', { query: text }).abortSignal(signal)),
        );
        return error ? { error } : { data: toFound(data as AnswerOf<typeof contract, 'search_everything'>) };
      },
      keepUnusedDataFor: 30,
      providesTags: ['Customer', 'Sale', 'Commission', 'Vendor', 'Team'],
    }),
  }),
});

export const { useLazySearchEverythingQuery } = searchApi;

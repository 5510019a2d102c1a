import { api, overrideExisting } from '@paperplane/shared/platform';
import type { SalesPage, SalesQuery } from './sales-list';
import { toListArgs, toSalesPage, type SalesPageRow } from './sales-list-rows';

export const salesListApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of sales with counts and sums of all that match, in one request. */
    listSales: build.query<SalesPage, SalesQuery>({
      query: (query) => (db) => db.rpc('list_sales', toListArgs(query)),
      transformResponse: (answer: SalesPageRow) => toSalesPage(answer),
      providesTags: (page) => [
        { type: 'Sale', id: 'LIST' },
        ...(page?.sales ?? []).map(({ id }) => ({ type: 'Sale' as const, id })),
      ],
    }),
  }),
});

export const { useListSalesQuery } = salesListApi;

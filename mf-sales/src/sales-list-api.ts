import { api, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import type { Contract, SalesPage } from './sale';
import { toListArgs, type SalesQuery } from './sales-list';
import { withPictures } from './sales-api';

const ask = databaseDoor<Contract>();

export const salesListApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of sales with counts and sums of all that match, in one request. */
    listSales: build.query({
      ...ask('list_sales', (query: SalesQuery) => toListArgs(query)),
      transformResponse: (page: SalesPage): SalesPage => ({ ...page, rows: page.rows.map(withPictures) }),
      providesTags: (page) => [
        { type: 'Sale', id: 'LIST' },
        ...(page?.rows ?? []).map(({ id }) => ({ type: 'Sale' as const, id })),
      ],
    }),
  }),
});

export const { useListSalesQuery } = salesListApi;

import { overrideExisting } from '@paperplane/shared/platform';
import { api } from '../parts/api';
import type { CommissionPage, CommissionsQuery } from './commission-list';
import { toCommissionPage, toListArgs, type CommissionPageRow } from './commission-list-rows';

export const commissionListApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of commissions with the figures of all that match, in one request. */
    listCommissions: build.query<CommissionPage, CommissionsQuery>({
      query: (query) => (db) => db.rpc('list_commissions', toListArgs(query)),
      transformResponse: (answer: CommissionPageRow) => toCommissionPage(answer),
      providesTags: (page) => [
        { type: 'Commission', id: 'LIST' },
        'Bank',
        ...(page?.items ?? []).map(({ id }) => ({ type: 'Commission' as const, id })),
      ],
    }),
  }),
});

export const { useListCommissionsQuery } = commissionListApi;

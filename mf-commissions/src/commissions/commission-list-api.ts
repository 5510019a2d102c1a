import type { contract } from '@paperplane/shared/contract';
import { snakeCase } from '@paperplane/shared/domain';
import { avatarSrc, databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../parts/api';
import type { CommissionPage, CommissionsQuery } from './commission-list';

const ask = databaseDoor<typeof contract>();

/** The arguments of list_commissions for what the address asks. */
export function toListArgs({ start, end, search, sort, ...query }: CommissionsQuery) {
  return {
    ...query,
    startDate: start,
    endDate: end,
    search: search || null,
    sort: snakeCase(sort.column),
    descending: sort.direction === 'desc',
  };
}

export const commissionListApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of commissions with the figures of all that match, in one request. */
    listCommissions: build.query({
      ...ask('list_commissions', toListArgs),
      transformResponse: (page: CommissionPage): CommissionPage => ({
        ...page,
        rows: page.rows.map((row) => ({
          ...row,
          agent: { ...row.agent, avatarUrl: avatarSrc(row.agent.avatarUrl) },
        })),
      }),
      providesTags: (page) => [
        { type: 'Commission', id: 'LIST' },
        'Bank',
        ...(page?.rows ?? []).map(({ id }) => ({ type: 'Commission' as const, id })),
      ],
    }),
  }),
});

export const { useListCommissionsQuery } = commissionListApi;

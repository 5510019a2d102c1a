import { api, databaseDoor, logoSrc, overrideExisting } from '@paperplane/shared/platform';
import type { Contract, SaleGroup, SaleGroupDetail, SaleGroupInput } from '../sale';
import { TOUCHED, withPictures } from '../sales-api';

const ask = databaseDoor<Contract>();

const withLogo = <Of extends Pick<SaleGroup, 'vendor'>>(group: Of): Of => ({
  ...group,
  vendor: { ...group.vendor, logoUrl: logoSrc(group.vendor.logoUrl) },
});

/** What the list of groups is asked for; `vendorId` for a picker beside a vendor. */
export interface GroupsQuery {
  search: string;
  state: 'active' | 'archived' | 'all';
  page: number;
  pageSize: number;
}

/** Group bookings: the list, one of them, and what is done with it. Sums are over the sales the reader may see. */
export const groupsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of groups with their figures. */
    listSaleGroups: build.query({
      ...ask('list_sale_groups', ({ search, ...query }: GroupsQuery) => ({
        ...query,
        search: search || null,
      })),
      transformResponse: (page: {
        rows: SaleGroup[];
        count: number;
        page: number;
        pageSize: number;
        totalPages: number;
      }) => ({
        ...page,
        rows: page.rows.map(withLogo),
      }),
      providesTags: ['Sale'],
    }),

    /** A group with its sales, or `null` when there is none. */
    getSaleGroup: build.query({
      ...ask('get_sale_group', (groupId: string) => ({ groupId })),
      transformResponse: (group: SaleGroupDetail | null) =>
        group && { ...withLogo(group), sales: group.sales.map(withPictures) },
      providesTags: ['Sale'],
    }),

    /** Adds a group, once for each key, or changes one that is still at the version that was seen. */
    saveSaleGroup: build.mutation({
      ...ask(
        'save_sale_group',
        (sent: {
          saleGroup: SaleGroupInput;
          groupId?: string;
          expectedVersion?: number;
          requestKey?: string;
        }) => sent,
      ),
      invalidatesTags: (_answer, error) => (error ? [] : TOUCHED),
    }),

    /** Takes a group out of the pickers, or back in. */
    archiveSaleGroup: build.mutation({
      ...ask('archive_sale_group', ({ id, archived }: { id: string; archived: boolean }) => ({
        groupId: id,
        archived,
      })),
      invalidatesTags: (_answer, error) => (error ? [] : TOUCHED),
    }),

    /** Deletes a group without sales; refused otherwise. */
    deleteSaleGroup: build.mutation({
      ...ask('delete_sale_group', (groupId: string) => ({ groupId })),
      invalidatesTags: (_answer, error) => (error ? [] : TOUCHED),
    }),

    /** Gives the booked sales one may change the dates of the group. Answers how many it changed. */
    applyGroupDates: build.mutation({
      ...ask('apply_group_dates', ({ id, version }: { id: string; version: number }) => ({
        groupId: id,
        expectedVersion: version,
      })),
      invalidatesTags: (_answer, error) => (error ? [] : TOUCHED),
    }),
  }),
});

export const {
  useListSaleGroupsQuery,
  useGetSaleGroupQuery,
  useSaveSaleGroupMutation,
  useArchiveSaleGroupMutation,
  useDeleteSaleGroupMutation,
  useApplyGroupDatesMutation,
} = groupsApi;

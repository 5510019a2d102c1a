import { databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import { api as remoteApi } from '../parts/api';
import type { OpenedExport, TakeoutContract } from './contract';

const ask = databaseDoor<TakeoutContract>();
const tags = ['AgencyExport'] as const;
const api = remoteApi.enhanceEndpoints({ addTagTypes: ['AgencyExport'] });

/** The export of the agency, as its owners see it. */
export type AgencyExport = NonNullable<AnswerOf<TakeoutContract, 'get_agency_export'>>;

export const takeoutApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Null when there is none. */
    getAgencyExport: build.query({
      ...ask('get_agency_export', (_own: void) => ({})),
      keepUnusedDataFor: 5,
      providesTags: tags,
    }),

    startAgencyExport: build.mutation({
      ...ask('start_agency_export', (passphrase: string | null) => ({
        ...(passphrase === null ? {} : { passphrase }),
      })),
      invalidatesTags: tags,
    }),

    removeAgencyExport: build.mutation({
      ...ask('remove_agency_export', (exportId: string) => ({ exportId })),
      invalidatesTags: tags,
    }),

    /** Writes down who downloads it. What it answers goes into the archive, named as the database names it. */
    openAgencyExport: build.mutation<OpenedExport, string>({
      query: (exportId) => (db) => db.rpc('open_agency_export', { export_id: exportId }),
      invalidatesTags: tags,
    }),

    /** One part. A mutation, so that no cache keeps it. */
    readAgencyExport: build.mutation<string, { exportId: string; number: number }>({
      query:
        ({ exportId, number }) =>
        (db) =>
          db.rpc('read_agency_export', { export_id: exportId, number }),
    }),
  }),
});

export const { useGetAgencyExportQuery, useStartAgencyExportMutation, useRemoveAgencyExportMutation } =
  takeoutApi;

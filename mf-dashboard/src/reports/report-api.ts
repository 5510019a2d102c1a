import { api, databaseDoor, overrideExisting, rows, type AnswerOf } from '@paperplane/shared/platform';
import { toAging } from './aging/aging-rows';
import type { Aging } from './aging/aging';
import type { contract } from './contract';
import type { Definition } from './definition';
import type { AgingAnswer, Report, RowsPage } from './report';

const ask = databaseDoor<typeof contract>();

/** The bookings behind a figure: of one group, or of the whole report. */
export interface AskedRows {
  definition: Definition;
  key: string | null;
  pageSize: number;
  after?: { day: string; id: string } | null;
}

type GalleryAnswer = AnswerOf<typeof contract, 'get_report_gallery'>;
export type Gallery = Omit<GalleryAnswer, 'aging'> & { aging: Aging };

/** A report that was saved by name. */
export interface SavedReport {
  id: string;
  name: string;
  definition: Definition;
  shared: boolean;
  ownerId: string;
  owner: { firstName: string; lastName: string };
}

export const ROWS_PAGE = 50;

const rowsArgs = ({ definition, key, pageSize, after }: AskedRows) => ({
  definition,
  pageSize,
  ...(key !== null && { key }),
  ...(after && { after }),
});

export const reportApi = api.enhanceEndpoints({ addTagTypes: ['SavedReport'] }).injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A report, over what the caller may see. */
    runReport: build.query({
      ...ask('run_report', (definition: Definition) => ({ definition })),
      transformResponse: (answer: Report) => answer,
      providesTags: ['Dashboard'],
    }),

    /** What vendors owe since when. */
    getAging: build.query({
      ...ask('run_report', (definition: Definition) => ({ definition })),
      transformResponse: (answer: AgingAnswer) => toAging(answer),
      providesTags: ['Dashboard', { type: 'Commission', id: 'LIST' }],
    }),

    /** What the page of all reports shows of each. */
    getReportGallery: build.query({
      ...ask('get_report_gallery', (_all: void) => ({})),
      transformResponse: (answer: GalleryAnswer): Gallery => ({ ...answer, aging: toAging(answer.aging) }),
      providesTags: ['Dashboard'],
    }),

    /** The bookings behind a figure, page by page, the latest first. */
    getReportRows: build.infiniteQuery<RowsPage, AskedRows, AskedRows['after']>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ rows }) => {
          const last = rows.length === ROWS_PAGE ? rows.at(-1) : undefined;
          return last && { day: last.day, id: last.id };
        },
      },
      ...ask(
        'get_report_rows',
        ({ queryArg, pageParam }: { queryArg: AskedRows; pageParam: AskedRows['after'] }) =>
          rowsArgs({ ...queryArg, after: pageParam }),
      ),
      providesTags: ['Dashboard'],
    }),

    /** The same for an export: a mutation, so that no cache keeps thousands of rows. */
    fetchReportRows: build.mutation(ask('get_report_rows', rowsArgs)),

    /** One's own saved reports, and those others share. */
    getSavedReports: build.query({
      ...rows(
        (_own: void) => (db) =>
          db
            .from('saved_reports')
            .select(
              'id, name, definition, shared, owner_id, owner:users!saved_reports_owner_id_fkey(first_name, last_name)',
            )
            .order('name')
            .order('id'),
      ),
      transformResponse: (saved: SavedReport[]) => saved,
      // With the names of who saved them.
      providesTags: ['SavedReport', 'Team'],
    }),

    saveReport: build.mutation<null, Pick<SavedReport, 'name' | 'definition' | 'shared'>>({
      query:
        ({ definition, ...named }) =>
        (db) =>
          db.from('saved_reports').insert({ ...named, definition: { ...definition } }),
      invalidatesTags: ['SavedReport'],
    }),

    changeSavedReport: build.mutation<null, Pick<SavedReport, 'id' | 'name' | 'shared'>>({
      query:
        ({ id, name, shared }) =>
        (db) =>
          db.from('saved_reports').update({ name, shared }).eq('id', id),
      invalidatesTags: ['SavedReport'],
    }),

    deleteSavedReport: build.mutation<null, string>({
      query: (id) => (db) => db.from('saved_reports').delete().eq('id', id),
      invalidatesTags: ['SavedReport'],
    }),
  }),
});

export const {
  useRunReportQuery,
  useGetAgingQuery,
  useGetReportGalleryQuery,
  useGetReportRowsInfiniteQuery,
  useGetSavedReportsQuery,
  useSaveReportMutation,
  useChangeSavedReportMutation,
  useDeleteSavedReportMutation,
} = reportApi;

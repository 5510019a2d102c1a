import { api, overrideExisting } from '@paperplane/shared/platform';
import { toAging, type AgingRow } from './aging/aging-rows';
import type { Aging } from './aging/aging';
import type { Definition } from './definition';
import type { Report, RowsPage } from './report';
import { toReport, toRowsPage, type ReportAnswer } from './report-rows';

/** The bookings behind a figure: of one group, or of the whole report. */
export interface AskedRows {
  definition: Definition;
  key: string | null;
  pageSize: number;
  after?: { day: string; id: string } | null;
}

export type Gallery = Record<
  'sales' | 'commissions' | 'performance' | 'punctuality' | 'short_pay' | 'agents_year' | 'agents_months',
  Report
> & { aging: Aging };

/** A report that was saved by name. */
export interface SavedReport {
  id: string;
  name: string;
  definition: Definition;
  shared: boolean;
  ownerId: string;
  owner: { firstName: string; lastName: string };
}

interface SavedRow {
  id: string;
  name: string;
  definition: Definition;
  shared: boolean;
  owner_id: string;
  owner: { first_name: string; last_name: string };
}

export const ROWS_PAGE = 50;

export const reportApi = api.enhanceEndpoints({ addTagTypes: ['SavedReport'] }).injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A report, over what the caller may see. */
    runReport: build.query<Report, Definition>({
      query: (definition) => (db) => db.rpc('run_report', { definition: definition as never }),
      transformResponse: (answer: ReportAnswer) => toReport(answer),
      providesTags: ['Dashboard'],
    }),

    /** What vendors owe since when. */
    getAging: build.query<Aging, Definition>({
      query: (definition) => (db) => db.rpc('run_report', { definition: definition as never }),
      transformResponse: (answer: AgingRow) => toAging(answer),
      providesTags: ['Dashboard', { type: 'Commission', id: 'LIST' }],
    }),

    /** What the page of all reports shows of each. */
    getReportGallery: build.query<Gallery, void>({
      query: () => (db) => db.rpc('get_report_gallery'),
      transformResponse: ({ aging, ...reports }: Record<string, ReportAnswer> & { aging: AgingRow }) =>
        ({
          ...Object.fromEntries(Object.entries(reports).map(([name, answer]) => [name, toReport(answer)])),
          aging: toAging(aging),
        }) as Gallery,
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
      query:
        ({ queryArg, pageParam }) =>
        (db) =>
          db.rpc('get_report_rows', rowsArgs({ ...queryArg, after: pageParam })),
      transformResponse: (page: Parameters<typeof toRowsPage>[0]) => toRowsPage(page),
      providesTags: ['Dashboard'],
    }),

    /** The same for an export: a mutation, so that no cache keeps thousands of rows. */
    fetchReportRows: build.mutation<RowsPage, AskedRows>({
      query: (asked) => (db) => db.rpc('get_report_rows', rowsArgs(asked)),
      transformResponse: (page: Parameters<typeof toRowsPage>[0]) => toRowsPage(page),
    }),

    /** One's own saved reports, and those others share. */
    getSavedReports: build.query<SavedReport[], void>({
      query: () => (db) =>
        db
          .from('saved_reports')
          .select(
            'id, name, definition, shared, owner_id, owner:users!saved_reports_owner_id_fkey(first_name, last_name)',
          )
          .order('name')
          .order('id'),
      transformResponse: (rows: SavedRow[]) =>
        rows.map(({ owner_id, owner, ...row }) => ({
          ...row,
          ownerId: owner_id,
          owner: { firstName: owner.first_name, lastName: owner.last_name },
        })),
      // With the names of who saved them.
      providesTags: ['SavedReport', 'Team'],
    }),

    saveReport: build.mutation<null, Pick<SavedReport, 'name' | 'definition' | 'shared'>>({
      query: (report) => (db) => db.from('saved_reports').insert(report as never),
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

const rowsArgs = ({ definition, key, pageSize, after }: AskedRows) => ({
  definition: definition as never,
  page_size: pageSize,
  ...(key !== null && { key }),
  ...(after && { after: after as never }),
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

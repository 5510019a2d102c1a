import type { contract } from '../../contract';
import { columnHead, LIMITS, plural, toCsv, today } from '../../domain';
import { api, overrideExisting } from '../api/api';
import { send, through, type AnswerOf } from '../api/door';
import type { AppDispatch } from '../store';
import type { useToast } from '../toast/use-toast';
import { saveFile } from './save-file';

/** A list that leaves as a table: the name of the function that answers it. */
export type ExportName =
  | 'export_sales'
  | 'export_commissions'
  | 'export_customers'
  | 'export_vendors'
  | 'export_team';

/** `truncated`: there is more than leaves at once. */
type ExportedTable = AnswerOf<typeof contract, ExportName>;

const exportApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A mutation, so that no cache keeps thousands of rows. */
    exportList: build.mutation<ExportedTable, { name: ExportName; args: object }>({
      query: ({ name, args }) => through((db) => send(db, name, args)),
    }),
  }),
});

/** What a list asks its function for; its page by either name. */
export interface ListArgs {
  page?: unknown;
  pageSize?: unknown;
  page_size?: unknown;
}

/**
 * Fetches a list as it is filtered and saves it as CSV: days in ISO, amounts plain, nothing a spreadsheet takes for a formula. Says how many
 * rows were saved, and whether that is all.
 * @param listArgs of the list's function; page and page size do not matter
 * @throws AppError
 */
export async function exportList(
  dispatch: AppDispatch,
  name: ExportName,
  listArgs: ListArgs,
  { toast, timeZone }: { toast: ReturnType<typeof useToast>; timeZone: string },
): Promise<void> {
  const { page: _page, pageSize: _pageSize, page_size: _size, ...args } = listArgs;
  const { columns, rows, truncated } = await dispatch(
    exportApi.endpoints.exportList.initiate({ name, args }, { track: false }),
  ).unwrap();
  const fileName = `paperplane-${name.replace('export_', '')}-${today(timeZone)}.csv`;
  saveFile(fileName, 'text/csv;charset=utf-8', toCsv(columns.map(columnHead), rows));
  if (truncated) {
    const most = LIMITS.importRows.toLocaleString('en-US');
    toast.info(`The first ${most} rows were exported`, 'Filter the list to export the others.');
  } else toast.success(`${plural(rows.length, 'row')} exported`);
}

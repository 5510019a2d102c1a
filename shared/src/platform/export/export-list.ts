import { columnHead, toCsv, type CsvValue } from '../../domain';
import { api, overrideExisting } from '../api/api';
import type { AppDispatch } from '../store';
import { saveFile } from './save-file';

/** A list that leaves as a table: the name of the function that answers it. */
export type ExportName =
  'export_sales' | 'export_commissions' | 'export_customers' | 'export_vendors' | 'export_team';

interface ExportedTable {
  columns: string[];
  rows: CsvValue[][];
  /** There is more than leaves at once. */
  truncated: boolean;
}

const exportApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A mutation, so that no cache keeps thousands of rows. */
    exportList: build.mutation<ExportedTable, { name: ExportName; args: object }>({
      query:
        ({ name, args }) =>
        (db) =>
          db.rpc(name, args as never),
    }),
  }),
});

/**
 * Fetches a list as it is filtered and saves it as CSV: days in ISO, amounts plain, nothing a spreadsheet takes for a formula.
 * @param args of the list's function, without page and page size
 * @param fileName without its end
 * @returns how many rows were saved, and whether that is all
 * @throws AppError
 */
export async function exportList(
  dispatch: AppDispatch,
  name: ExportName,
  args: object,
  fileName: string,
): Promise<{ count: number; truncated: boolean }> {
  const { columns, rows, truncated } = await dispatch(
    exportApi.endpoints.exportList.initiate({ name, args }, { track: false }),
  ).unwrap();
  saveFile(`${fileName}.csv`, 'text/csv;charset=utf-8', toCsv(columns.map(columnHead), rows));
  return { count: rows.length, truncated };
}

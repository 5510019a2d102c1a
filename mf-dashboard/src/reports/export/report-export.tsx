import type { Definition, ReportName } from '../definition';
import { rowWord } from '../rows/row-columns';
import { ExportMenu } from './export-menu';
import { useRowsTable, type FileTable } from './use-file-export';

interface ReportExportProps {
  name: ReportName;
  title: string;
  definition: Definition;
  /** The report as a file; undefined while it is on its way. */
  table: (() => FileTable) | undefined;
  /** How many bookings there are behind it; null where nobody knows before they are there. */
  count: number | null;
}

/** Saves a report: its table, or every booking behind it. */
export function ReportExport({ name, title, definition, table, count }: ReportExportProps) {
  const rowsOf = useRowsTable();
  return (
    <ExportMenu
      count={count}
      refusal={table ? null : 'The report is still loading.'}
      offers={[
        { key: 'table', words: 'Table', heading: 'This table', table: () => table?.() },
        {
          key: 'rows',
          words: 'Rows',
          heading: `Every ${rowWord(name)} behind it`,
          table: () => rowsOf(name, `${title} rows`, { definition, key: null, pageSize: 0 }),
        },
      ]}
    />
  );
}

import { plural, today } from '@paperplane/shared/domain';
import { saveFile, useAppDispatch, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useRef, useState } from 'react';
import { reportApi, type AskedRows } from '../report-api';
import type { ReportName } from '../definition';
import { rowColumns } from '../rows/row-columns';
import type { FileColumn, FileValue } from './workbook';

export type FileKind = 'csv' | 'xlsx';

/** A table that becomes a file: there already, or rows still to be fetched. */
export interface FileTable {
  /** Of the file, without its ending. */
  name: string;
  columns: readonly FileColumn[];
  /** @param found tells how many there are so far; throws when it was cancelled */
  rows: (add: (rows: FileValue[][]) => Promise<void>) => Promise<void>;
}

/** How many rows leave in one file. */
export const MOST_ROWS = 100_000;
const PORTION = 5000;

class Cancelled extends Error {}

/** Makes a file in a worker, portion by portion; says how far it is and can be cancelled. */
export function useFileExport() {
  const toast = useToast();
  const { timeZone } = useCurrentUser().organization;
  const [done, setDone] = useState<number | null>(null);
  const cancelled = useRef(false);

  async function run({ name, columns, rows }: FileTable, kind: FileKind) {
    cancelled.current = false;
    setDone(0);
    const { startFileEngine } = await import(
      /* webpackChunkName: "lazy-report-export" */ './start-file-engine'
    );
    const engine = await startFileEngine();
    try {
      await engine.start(columns);
      let count = 0;
      await rows(async (some) => {
        if (cancelled.current) throw new Cancelled();
        count = await engine.add(some);
        setDone(count);
      });
      const blob = await (kind === 'csv' ? engine.csv() : engine.xlsx(name));
      if (cancelled.current) throw new Cancelled();
      const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      saveFile(`paperplane-${slug}-${today(timeZone)}.${kind}`, blob.type, blob);
      toast.success(`${plural(count, 'row')} exported`);
    } catch (error) {
      if (!(error instanceof Cancelled)) toast.error('The report was not exported', error);
    } finally {
      engine.close();
      setDone(null);
    }
  }
  return {
    /** Rows so far; null when nothing is being exported. */
    done,
    run: (table: FileTable, kind: FileKind) => void run(table, kind),
    cancel: () => {
      cancelled.current = true;
    },
  };
}

/** The bookings behind a figure as a table, fetched portion by portion, the latest first. */
export function useRowsTable() {
  const dispatch = useAppDispatch();
  return (report: ReportName, name: string, { definition, key }: AskedRows): FileTable => {
    const columns = rowColumns(report);
    return {
      name,
      columns: columns.map(({ label, kind }) => ({ label, kind })),
      rows: async (add) => {
        let after: AskedRows['after'] = null;
        for (let count = 0; count < MOST_ROWS; count += PORTION) {
          const asked: AskedRows = { definition, key, pageSize: PORTION, after };
          const { rows } = await dispatch(
            reportApi.endpoints.fetchReportRows.initiate(asked, { track: false }),
          ).unwrap();
          await add(rows.map((row) => columns.map(({ of, inFile = of }) => inFile(row) ?? null)));
          const last = rows.length === PORTION ? rows.at(-1) : undefined;
          if (!last) return;
          after = { day: last.day, id: last.id };
        }
      },
    };
  };
}

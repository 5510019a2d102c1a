import type { ShownReport } from '../report';
import type { ReportKind, Shape } from '../report-kinds';
import { nameHead, rowName } from '../report-words';
import type { FileColumn, FileValue } from './workbook';
import type { FileTable } from './use-file-export';

const KINDS: Readonly<Record<Shape, FileColumn['kind']>> = { count: 'count', money: 'money', days: 'count' };

/** The table of a report as a file: its groups, without the total. The calendar year of payments says which. */
export function reportFile(report: ShownReport, kind: ReportKind, group: string): FileTable {
  const isYear = kind.unit === 'payment';
  const columns: FileColumn[] = [
    ...(isYear
      ? ([
          { label: 'From', kind: 'date' },
          { label: 'To', kind: 'date' },
        ] satisfies FileColumn[])
      : []),
    {
      label: nameHead(group),
      kind: group === 'month' ? 'date' : 'text',
    },
    ...kind.columns.map(({ label, shape }) => ({ label, kind: KINDS[shape] })),
    ...(report.before ? [{ label: 'Before', kind: KINDS[kind.main.shape] }] : []),
  ];
  const rows: FileValue[][] = report.rows.map((row) => [
    ...(isYear ? [report.range.first, report.range.last] : []),
    group === 'month' ? row.key : rowName(row, group),
    ...kind.columns.map(({ of }) => of(row.figures)),
    ...(row.before ? [kind.main.of(row.before)] : []),
  ]);
  return { name: kind.title, columns, rows: (add) => add(rows) };
}

import { CheckTable, useShownRows } from '@paperplane/shared/import';
import type { CsvReading } from '../../files/csv/reading';
import { isMoney } from '../../files/csv/roles';
import type { PreviewRow } from '../preview-rows';
import type { BankImport, Check } from '../use-bank-import';
import { ColumnRoles } from './column-roles';
import { LineCells } from './line-cells';

/** What is shown of a file that has no columns of its own. */
const READ = ['Date', 'Text', 'Name', 'Reference', 'Amount'].map((name) => ({
  name,
  isNumeric: name === 'Amount',
}));

interface LinesTableProps {
  rows: readonly PreviewRow[];
  check: Check;
  work: BankImport;
  currency: string;
}

/** The lines of a bank's file: the head of the table is what the columns of a CSV file hold. */
export function LinesTable({ rows, check, work, currency }: LinesTableProps) {
  const shown = useShownRows(rows);
  const roles = check.file.format === 'csv' ? (check.reading as CsvReading).columns : null;
  const columns =
    roles?.map((role, index) => ({
      name: check.read.headers[index] || `Column ${index + 1}`,
      isNumeric: isMoney(role),
    })) ?? READ;
  return (
    <CheckTable
      noun="line"
      {...{ shown, columns }}
      head={roles && <ColumnRoles headers={columns.map(({ name }) => name)} {...{ check, work }} />}
      cells={(row) => <LineCells row={row} columns={roles} currency={currency} />}
      asks={check.read.question !== null}
    />
  );
}

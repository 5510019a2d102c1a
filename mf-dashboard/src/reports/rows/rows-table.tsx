import { formatDate, formatMoneyExact, NO_AMOUNT, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Badge, ListTable, MobileListItem, Td } from '@paperplane/shared/ui';
import type { ReportName } from '../definition';
import type { BookingRow, Figures } from '../report';
import { marksOf, rowColumns, rowWord, type RowColumn } from './row-columns';

interface RowsTableProps {
  name: ReportName;
  rows: readonly BookingRow[];
  /** What they come to, all of them. */
  figures: Figures;
  currency: string;
}

/** The record of a row; several rows may be of one. */
function hrefOf(name: ReportName, row: BookingRow): string {
  if (name === 'sales') return paths.sale.href(row.saleId ?? row.id);
  return row.statementId
    ? paths.statement.href(row.statementId)
    : paths.commission.href(row.commissionId ?? row.recordId ?? row.id);
}

const marks = (row: BookingRow) => marksOf(row).map((mark) => <Badge key={mark}>{mark}</Badge>);

/** The bookings behind a figure, with their sum; two-line rows on a phone. */
export function RowsTable({ name, rows, figures, currency }: RowsTableProps) {
  const columns = rowColumns(name);
  const words = (value: string | number | null | undefined, kind: RowColumn['kind']) =>
    value === null || value === undefined || (kind === 'money' && value === 0)
      ? NO_AMOUNT
      : typeof value === 'string'
        ? kind === 'date'
          ? formatDate(value)
          : value
        : kind === 'money'
          ? formatMoneyExact(value, currency)
          : value.toLocaleString('en-US');
  const isNumber = ({ kind }: RowColumn) => kind === 'money' || kind === 'count';
  const amounts = columns.filter(({ total }) => total);
  const main = name === 'agents_year' ? amounts.at(-1) : amounts[name === 'commissions' ? 2 : 0];
  return (
    <ListTable
      label="Bookings"
      className="report-table"
      columns={columns.map((column) => ({
        label: column.label,
        numeric: isNumber(column),
        needs: column.needs,
      }))}
      rows={rows}
      row={(row) => (
        <tr key={row.id}>
          {columns.map((column, index) => (
            <Td
              key={column.label}
              text={column.kind === 'text'}
              numeric={isNumber(column)}
              needs={column.needs}
            >
              {index === 0 ? (
                <span className="pp-row">
                  <Link className="pp-tlink" to={hrefOf(name, row)}>
                    {row.reference}
                  </Link>
                  {marks(row)}
                </span>
              ) : (
                words(column.of(row), column.kind)
              )}
            </Td>
          ))}
        </tr>
      )}
      item={(row) => (
        <MobileListItem
          key={row.id}
          link={Link}
          to={hrefOf(name, row)}
          title={name === 'agents_year' ? row.agent : row.customer}
          amount={main && words(main.of(row), main.kind)}
          meta={[row.reference, name !== 'agents_year' && row.vendor, formatDate(row.day)]
            .filter(Boolean)
            .join(' · ')}
          pill={marksOf(row).length > 0 && marks(row)}
        />
      )}
      foot={
        <tr>
          {columns.map((column, index) => (
            <Td key={column.label} numeric={isNumber(column)} needs={column.needs}>
              {index === 0
                ? plural(figures.n, rowWord(name))
                : column.total && words(column.total(figures), column.kind)}
            </Td>
          ))}
        </tr>
      }
    />
  );
}

import { displayMessage, formatDate, formatMoneyExact, NO_AMOUNT, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  MobileList,
  MobileListItem,
  PageHead,
  SkeletonRows,
  Td,
  Th,
} from '@paperplane/shared/ui';
import type { Definition, ReportName } from '../definition';
import { ROWS_PAGE, useGetReportRowsInfiniteQuery } from '../report-api';
import type { BookingRow, Figures } from '../report';
import { rowColumns, rowWord, type RowColumn } from './row-columns';
import { ExportMenu } from '../export/export-menu';
import { useRowsTable } from '../export/use-file-export';

interface RowsViewProps {
  name: ReportName;
  definition: Definition;
  /** The group whose figures they add up to; null for all of the report. */
  rowKey: string | null;
  title: string;
  back: { to: string; label: string };
  currency: string;
}

/** The bookings behind a figure: their sum is that figure. */
export function RowsView({ name, definition, rowKey, title, back, currency }: RowsViewProps) {
  const asked = { definition, key: rowKey, pageSize: ROWS_PAGE };
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } =
    useGetReportRowsInfiniteQuery(asked);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const figures = data?.pages[0]?.figures ?? null;
  const rowsTable = useRowsTable();
  return (
    <main id="main" className="pp-page report-page">
      <PageHead
        title={title}
        subtitle={figures ? plural(figures.n, rowWord(name)) : null}
        back={back}
        link={Link}
        busy={isFetching && data !== undefined}
        actions={
          figures && figures.n > 0 ? (
            <ExportMenu
              count={figures.n}
              offers={[{ key: 'rows', table: () => rowsTable(name, `${name} ${title}`, asked) }]}
            />
          ) : undefined
        }
      />
      <Card padded={false} label="Bookings">
        {data && figures ? (
          rows.length === 0 ? (
            <EmptyState title={`No ${rowWord(name)}s`}>
              Nothing of this range and these filters is behind this figure.
            </EmptyState>
          ) : (
            <RowsTable {...{ name, rows, figures, currency }} />
          )
        ) : error ? (
          <ErrorState
            title="The rows did not load"
            message={displayMessage(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={10} label="Loading the rows" />
        )}
        {hasNextPage && (
          <div className="report-more">
            <span className="pp-muted pp-sm">
              {rows.length.toLocaleString('en-US')} of {figures?.n.toLocaleString('en-US')}
            </span>
            <Button variant="outline" size="sm" loading={isFetching} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
    </main>
  );
}

interface RowsTableProps {
  name: ReportName;
  rows: readonly BookingRow[];
  figures: Figures;
  currency: string;
}

function hrefOf(name: ReportName, row: BookingRow): string {
  if (name === 'sales') return paths.sale.href(row.saleId);
  return row.statementId
    ? paths.statement.href(row.statementId)
    : paths.commission.href(row.commissionId ?? row.id);
}

function RowsTable({ name, rows, figures, currency }: RowsTableProps) {
  const columns = rowColumns(name);
  const words = (value: string | number | null, kind: RowColumn['kind']) =>
    value === null || (kind === 'money' && value === 0)
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
    <>
      <div className="pp-table-wrap">
        <table className="pp-table report-table" aria-label="Bookings">
          <thead>
            <tr>
              {columns.map((column) => (
                <Th key={column.label} numeric={isNumber(column)} needs={column.needs}>
                  {column.label}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {columns.map((column, index) => (
                  <Td
                    key={column.label}
                    text={column.kind === 'text'}
                    numeric={isNumber(column)}
                    needs={column.needs}
                  >
                    {index === 0 ? (
                      <Link className="pp-tlink" to={hrefOf(name, row)}>
                        {row.reference}
                      </Link>
                    ) : (
                      words(column.of(row), column.kind)
                    )}
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <Td key={column.label} numeric={isNumber(column)} needs={column.needs}>
                  {index === 0
                    ? plural(figures.n, rowWord(name))
                    : column.total && words(column.total(figures), column.kind)}
                </Td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <MobileList label="Bookings">
        {rows.map((row) => (
          <MobileListItem
            key={row.id}
            link={Link}
            to={hrefOf(name, row)}
            title={name === 'agents_year' ? row.agent : row.customer}
            amount={main && words(main.of(row), main.kind)}
            meta={[row.reference, name !== 'agents_year' && row.vendor, formatDate(row.day)]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </MobileList>
    </>
  );
}

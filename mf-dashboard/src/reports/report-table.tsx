import { plural } from '@paperplane/shared/domain';
import { avatarSrc, Link, logoSrc } from '@paperplane/shared/platform';
import {
  Avatar,
  ListTable,
  MobileListItem,
  Td,
  VendorLogo,
  type ListColumn,
  type Sorting,
} from '@paperplane/shared/ui';
import { ClosedMark } from './closed-books';
import type { Figures, Report, ReportRow } from './report';
import type { Column, ReportKind } from './report-kinds';
import { beforeWord, cell, change, nameHead, rowName, shown } from './report-words';
import { reportSortValues, sortRows } from './sorting';

interface ReportTableProps {
  report: Report;
  kind: ReportKind;
  group: string;
  compare: string | undefined;
  currency: string;
  sorting: Sorting;
  /** The address of the rows behind a group's figures; of all with `all`. */
  toRows: (key: string) => string;
}

/** How groups are counted, where that is not the word of one with an s. */
const COUNTED: Readonly<Record<string, string>> = { category: 'categories', line_kind: 'rows' };

/** "12 months", "14 vendors"; a sale is in the rows of several kinds of line, or in none. */
const countOf = (report: Report, group: string) =>
  report.others ? 'All' : plural(report.rows.length, group === 'line_kind' ? 'row' : group, COUNTED[group]);

/** A report's figures, each leading to its rows; two-line rows on a phone. Sorted by any column; months newest first by default. */
export function ReportTable(props: ReportTableProps) {
  const { report, kind, group, compare, currency, sorting } = props;
  const rows = sortRows(
    group === 'month' ? [...report.rows].reverse() : report.rows,
    reportSortValues(kind, group),
    sorting.current,
  );
  return (
    <ListTable
      label="Figures"
      className="report-table"
      columns={[
        { label: nameHead(group), sort: 'name' },
        ...kind.columns.map(({ key, label, needs }): ListColumn => {
          return { label, sort: key, first: 'desc', numeric: true, needs };
        }),
        Boolean(report.before) && {
          label: beforeWord(compare),
          sort: 'before',
          first: 'desc',
          numeric: true,
          needs: 'wide',
        },
        Boolean(report.before) && { label: 'Change', sort: 'change', first: 'desc', numeric: true },
      ]}
      sorting={sorting}
      rows={rows}
      row={(row) => <Row key={row.key} row={row} {...props} />}
      item={(row) => <MobileRow key={row.key} row={row} {...props} />}
      last={
        report.others && (
          <tr>
            <td className="pp-muted">All others</td>
            <Cells figures={report.others} {...props} />
            {report.before && <td colSpan={2} />}
          </tr>
        )
      }
      foot={
        <tr>
          <td>
            <Link to={props.toRows('all')}>{countOf(report, group)}</Link>
          </td>
          <Cells figures={report.total} to={props.toRows('all')} {...props} />
          {report.before && <Compared figures={report.total} before={report.before} {...props} />}
        </tr>
      }
      footItem={
        <MobileListItem
          link={Link}
          to={props.toRows('all')}
          title={<b>{countOf(report, group)}</b>}
          amount={<b>{shown(kind.main.of(report.total), kind.main.shape, currency)}</b>}
        />
      }
    />
  );
}

type RowProps = ReportTableProps & { row: ReportRow };

/** Picture and name of a group. */
function Name({ row, group }: { row: ReportRow; group: string }) {
  const name = rowName(row, group);
  if (group === 'vendor')
    return <VendorLogo vendor={{ name, logoUrl: logoSrc(row.label?.logoUrl ?? null) }} size="sm" />;
  if (group === 'agent')
    return (
      <Avatar
        person={{
          firstName: row.label?.firstName ?? '',
          lastName: row.label?.lastName ?? '',
          avatarUrl: avatarSrc(row.label?.avatarUrl ?? null),
        }}
        size="sm"
      />
    );
  return null;
}

function Row(props: RowProps) {
  const { row, report, group, toRows } = props;
  return (
    <tr>
      <Td text>
        <span className="pp-row report-name">
          <Name row={row} group={group} />
          <Link className="pp-tlink" to={toRows(row.key)}>
            {rowName(row, group)}
          </Link>
          {group === 'month' && <ClosedMark month={row.key} through={report.booksClosedThrough} />}
        </span>
      </Td>
      <Cells figures={row.figures} to={toRows(row.key)} {...props} />
      {row.before && <Compared figures={row.figures} before={row.before} {...props} />}
    </tr>
  );
}

/** Each figure leads where the row's name leads: by keyboard that one link is enough. */
function Cells({ figures, to, kind, currency }: ReportTableProps & { figures: Figures; to?: string }) {
  return kind.columns.map((column: Column) => {
    const words = cell(column, figures, currency);
    return (
      <Td key={column.key + column.label} numeric needs={column.needs}>
        {to && column.of(figures) ? (
          <Link to={to} tabIndex={-1}>
            {words}
          </Link>
        ) : (
          words
        )}
      </Td>
    );
  });
}

function Compared({
  figures,
  before,
  kind,
  currency,
}: ReportTableProps & { figures: Figures; before: Figures }) {
  const { of, shape } = kind.main;
  const delta = change(of(figures), of(before));
  return (
    <>
      <Td numeric needs="wide">
        {shown(of(before), shape, currency)}
      </Td>
      <Td numeric>{delta && <span className={delta.rises ? 'up' : 'down'}>{delta.text}</span>}</Td>
    </>
  );
}

function MobileRow({ row, report, kind, group, currency, toRows }: RowProps) {
  const { of, shape } = kind.main;
  const delta = row.before && change(of(row.figures), of(row.before));
  return (
    <MobileListItem
      link={Link}
      to={toRows(row.key)}
      title={
        <>
          {rowName(row, group)}{' '}
          {group === 'month' && <ClosedMark month={row.key} through={report.booksClosedThrough} />}
        </>
      }
      amount={shown(of(row.figures), shape, currency)}
      meta={`${plural(row.figures.n, kind.unit)}${row.figures.short > 0 ? `, ${shown(row.figures.short, 'money', currency)} short` : ''}`}
      pill={delta && <span className={delta.rises ? 'pp-sm up' : 'pp-sm down'}>{delta.text}</span>}
    />
  );
}

import { displayMessage, formatDateRange, plural, today as todayIn } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useQueryState } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, SkeletonRows, SortFilter } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import { ClosedNote } from './closed-books';
import { definitionOf, REPORT_DEFAULTS, slugOf, type ReportName } from './definition';
import { useRunReportQuery } from './report-api';
import { ReportExport } from './export/report-export';
import { reportFile } from './export/report-table-file';
import type { Report } from './report';
import { ReportActions } from './report-actions';
import { ReportChart } from './report-chart';
import { ReportFilters } from './report-filters';
import { REPORT_KINDS } from './report-kinds';
import { ReportStrip } from './report-strip';
import { ReportTable } from './report-table';
import { nameHead, rowName } from './report-words';
import { reportSortValues, sortOrders, sortRows, tableSorting } from './sorting';
import { RowsView } from './rows/rows-view';

const ALL_REPORTS = { to: paths.reports.href(), label: 'Reports' };

/** A report: what it is of, its totals, a chart, a table, and behind each figure its rows. */
export function ReportPage({ name }: { name: Exclude<ReportName, 'aging'> }) {
  const kind = REPORT_KINDS[name];
  const { isAdmin } = useAuth();
  const { currency, timeZone } = useCurrentUser().organization;
  const { values, set, search } = useQueryState(REPORT_DEFAULTS);
  const definition = useMemo(() => definitionOf(name, values, kind), [name, values, kind]);
  const group = definition.group ?? kind.groups[0] ?? 'month';
  const path = paths.report.href(slugOf(name));
  const toRows = (row: string) => path + search({ row });
  const sortValues = reportSortValues(kind, group);
  const sorting = tableSorting(Object.keys(sortValues), values, (changes) => path + search(changes));
  const inOrder = (report: Report) => ({
    ...report,
    rows: sortRows(report.rows, sortValues, sorting.current),
  });
  const { data, currentData, error, isFetching, refetch } = useRunReportQuery(definition);
  const today = data?.range.today ?? todayIn(timeZone);

  if (values.row !== '') {
    const found = currentData?.rows.find(({ key }) => key === values.row);
    return (
      <RowsView
        name={name}
        definition={definition}
        rowKey={values.row === 'all' ? null : values.row}
        title={values.row === 'all' ? 'All rows' : found ? rowName(found, group) : 'Rows'}
        back={{ to: path + search({ row: '' }), label: kind.title }}
        currency={currency}
      />
    );
  }
  return (
    <main id="main" className="pp-page report-page">
      <PageHead
        title={kind.title}
        subtitle={
          data
            ? `${formatDateRange(data.range.first, data.range.last)} · ${plural(data.total.n, kind.unit)}`
            : null
        }
        back={ALL_REPORTS}
        link={Link}
        busy={isFetching && data !== undefined}
        actions={
          <ReportActions definition={definition}>
            <ReportExport
              {...{ name, definition }}
              title={kind.title}
              table={currentData && (() => reportFile(inOrder(currentData), kind, group))}
              count={currentData?.total.n ?? 0}
            />
          </ReportActions>
        }
      />
      <ReportFilters definition={definition} choices={kind} set={set} today={today} isAdmin={isAdmin}>
        <SortFilter
          first={group === 'month' ? 'Newest first' : 'Largest first'}
          orders={sortOrders(nameHead(group), kind.columns)}
          sort={sorting.current}
          set={set}
        />
      </ReportFilters>
      {error && !currentData ? (
        <Card label={kind.title}>
          <ErrorState
            title="The report did not load"
            message={displayMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      ) : data ? (
        <div aria-busy={currentData === undefined}>
          <ReportStrip report={data} kind={kind} currency={currency} />
          <ReportChart report={data} compare={definition.compare} {...{ kind, group, currency }} />
          <ClosedNote
            through={data.booksClosedThrough}
            basis={definition.basis ?? kind.bases[0] ?? ''}
            {...{ name, unit: kind.unit }}
          />
          <Card padded={false} label="Rows">
            <ReportTable
              report={data}
              compare={definition.compare}
              {...{ kind, group, currency, sorting, toRows }}
            />
          </Card>
        </div>
      ) : (
        <Card padded={false} label={kind.title}>
          <SkeletonRows rows={12} label="Loading the report" />
        </Card>
      )}
    </main>
  );
}

import { displayMessage, plural } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import { Button, Card, EmptyState, ErrorState, Notice, PageHead, SkeletonRows } from '@paperplane/shared/ui';
import type { Definition, ReportName } from '../definition';
import { ROWS_PAGE, useGetReportRowsInfiniteQuery } from '../report-api';
import { rowWord } from './row-columns';
import { RowsTable } from './rows-table';
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
          figures && rows.length > 0 ? (
            <ExportMenu
              count={figures.n}
              offers={[{ key: 'rows', table: () => rowsTable(name, `${name} ${title}`, asked) }]}
            />
          ) : undefined
        }
      />
      {rows.some(({ corrects }) => corrects) && (
        <div className="report-note">
          <Notice kind="info">
            A correction takes back what its commission said on a day that is closed.
          </Notice>
        </div>
      )}
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
        {hasNextPage && figures && (
          <div className="report-more">
            <span className="pp-muted pp-sm">
              {rows.length.toLocaleString('en-US')}{' '}
              {/* A correction counts as one less, and is a row all the same. */}
              {figures.n > rows.length ? `of ${figures.n.toLocaleString('en-US')}` : 'shown'}
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

import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Card, EmptyState, PageHead, SearchX } from '@paperplane/shared/ui';

/** An address that no report has. */
export function NoReport() {
  return (
    <main id="main" className="pp-page">
      <PageHead title="Report" />
      <Card padded={false} label="Report">
        <EmptyState
          icon={<SearchX className="pp-i pp-i-20" />}
          title="There is no such report"
          actions={
            <Link className={buttonClass('outline')} to={paths.reports.href()}>
              All reports
            </Link>
          }
        >
          The address may be mistyped.
        </EmptyState>
      </Card>
    </main>
  );
}

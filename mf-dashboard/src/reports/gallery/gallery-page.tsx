import { displayMessage, formatMoney, plural } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Card, ErrorState, PageHead, Skeleton } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { ReportSlug } from '../definition';
import { useGetReportGalleryQuery, useGetSavedReportsQuery, type Gallery } from '../report-api';
import { averageLate, REPORT_KINDS } from '../report-kinds';
import { REPORT_ICONS, REPORT_TITLES } from '../report-titles';
import '../reports.css';
import { SavedReports } from '../saved/saved-reports';
import { AgeBar, Bars, SparkLine } from './spark';

/** A report's own figure. */
interface Teaser {
  slug: ReportSlug;
  about: string;
  figure: (gallery: Gallery, money: (amount: number) => string) => string;
  note: (gallery: Gallery) => string;
  spark: (gallery: Gallery) => ReactNode;
}

const TEASERS: readonly Teaser[] = [
  {
    slug: 'sales',
    about: REPORT_KINDS.sales.about,
    figure: ({ sales }, money) => money(sales.total.total),
    note: () => 'last 12 months',
    spark: ({ sales }) => <Bars values={sales.rows.map(({ figures }) => figures.total)} />,
  },
  {
    slug: 'commissions',
    about: REPORT_KINDS.commissions.about,
    figure: ({ commissions }, money) => money(commissions.total.received),
    note: () => 'received in 12 months',
    spark: ({ commissions }) => <Bars values={commissions.rows.map(({ figures }) => figures.received)} />,
  },
  {
    slug: 'performance',
    about: REPORT_KINDS.performance.about,
    figure: ({ performance }, money) => money(performance.total.agency),
    note: ({ performance: { total } }) =>
      total.received > 0
        ? `${((total.agency / total.received) * 100).toFixed(1)}% of commission`
        : 'in 12 months',
    spark: ({ performance }) => <SparkLine values={performance.rows.map(({ figures }) => figures.agency)} />,
  },
  {
    slug: 'aging',
    about: 'What vendors owe, and since when',
    figure: ({ aging }, money) => money(aging.owed.amount),
    note: ({ aging }) => `overdue, ${plural(aging.count, 'vendor')}`,
    spark: ({ aging }) => <AgeBar aging={aging} />,
  },
  {
    slug: 'punctuality',
    about: REPORT_KINDS.punctuality.about,
    figure: ({ punctuality }) => {
      const days = averageLate(punctuality.total);
      return days === null ? '–' : `${days} ${days === 1 ? 'day' : 'days'}`;
    },
    note: () => 'late on average',
    spark: ({ punctuality }) => (
      <SparkLine values={punctuality.rows.map(({ figures }) => averageLate(figures) ?? 0)} />
    ),
  },
  {
    slug: 'short-pay',
    about: REPORT_KINDS.short_pay.about,
    figure: ({ shortPay }, money) => money(shortPay.total.short),
    note: ({ shortPay }) => `short in ${plural(shortPay.total.shortN, 'payment')}, 12 months`,
    spark: ({ shortPay }) => <Bars values={shortPay.rows.map(({ figures }) => figures.short)} />,
  },
  {
    slug: 'agents-year',
    about: REPORT_KINDS.agents_year.about,
    figure: ({ agentsYear }, money) => money(agentsYear.total.paid),
    note: ({ agentsYear }) =>
      `${plural(agentsYear.rows.length, 'agent')} in ${agentsYear.range.first.slice(0, 4)}`,
    spark: ({ agentsMonths }) => <Bars values={agentsMonths.rows.map(({ figures }) => figures.paid)} />,
  },
];

/** All reports, each with its own figure, and those that were saved. */
export default function GalleryPage() {
  const { isAdmin } = useAuth();
  const { currency } = useCurrentUser().organization;
  const { data, error, isFetching, refetch } = useGetReportGalleryQuery();
  const { data: saved } = useGetSavedReportsQuery();
  const money = (amount: number) => formatMoney(amount, { currency });
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Reports"
        subtitle={`${plural(TEASERS.length, 'report')}${saved?.length ? ` · ${saved.length} saved` : ''}`}
        busy={isFetching && data !== undefined}
      />
      {error && !data && (
        <Card label="Figures" className="report-failed">
          <ErrorState
            title="The figures did not load"
            message={displayMessage(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      )}
      <div className="report-gallery">
        {TEASERS.map(({ slug, about, figure, note, spark }) => (
          <article className="pp-card report-card" key={slug}>
            <span className="pp-tile">{REPORT_ICONS[slug]}</span>
            <h2>
              <Link to={paths.report.href(slug)}>{REPORT_TITLES[slug]}</Link>
            </h2>
            <p>{about}</p>
            <div className="fig">
              <span>
                <b>{data ? figure(data, money) : error ? '–' : <Skeleton width={96} height={22} />}</b>
                <small>
                  {data ? note(data) : error ? 'Not loaded' : <Skeleton width={120} height={10} />}
                </small>
              </span>
              {data && spark(data)}
            </div>
          </article>
        ))}
      </div>
      <SavedReports isAdmin={isAdmin} />
    </main>
  );
}

import { pageLoader, useParams } from '@paperplane/shared/platform';
import { AgingPage } from './aging/aging-page';
import { definitionOf, isReportSlug, REPORT_DEFAULTS, REPORT_NAMES } from './definition';
import { mailApi } from './mail/mail-api';
import { reportApi } from './report-api';
import { AGING_CHOICES, REPORT_KINDS } from './report-kinds';
import { NoReport } from './no-report';
import { ReportPage } from './report-page';
import './reports.css';

/** One report, by its name in the address. */
export default function ReportRoute() {
  const { id = '' } = useParams();
  if (!isReportSlug(id)) return <NoReport />;
  const name = REPORT_NAMES[id];
  // A page of its own for each: what one was asked for says nothing of another.
  return name === 'aging' ? <AgingPage /> : <ReportPage key={name} name={name} />;
}

export const loader = pageLoader(
  ({ id, search }) => {
    if (!isReportSlug(id)) return false;
    const name = REPORT_NAMES[id];
    const values = { ...REPORT_DEFAULTS, ...Object.fromEntries(search) };
    return name === 'aging'
      ? reportApi.util.prefetch('getAging', definitionOf(name, values, AGING_CHOICES), {})
      : reportApi.util.prefetch('runReport', definitionOf(name, values, REPORT_KINDS[name]), {});
  },
  ({ id, isAdmin }) => (isAdmin && id === 'aging' ? mailApi.util.prefetch('getVendorChases', {}, {}) : false),
);

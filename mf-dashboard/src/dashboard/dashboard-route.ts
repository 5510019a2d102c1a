import { today } from '@paperplane/shared/domain';
import { pageLoader } from '@paperplane/shared/platform';
import { dashboardApi } from './dashboard-api';
import { rangeAt } from './asked-range';

export { default } from './dashboard-page';

/** Figures are asked for with every visit, however young the last ones are: others sell, too. */
export const loader = pageLoader(({ search, timeZone }) =>
  dashboardApi.util.prefetch('getDashboard', rangeAt(search, today(timeZone)), { force: true }),
);

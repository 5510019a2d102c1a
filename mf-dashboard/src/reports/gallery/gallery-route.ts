import { pageLoader } from '@paperplane/shared/platform';
import { mailApi } from '../mail/mail-api';
import { reportApi } from '../report-api';

export { default } from './gallery-page';

export const loader = pageLoader(
  () => reportApi.util.prefetch('getReportGallery', undefined, {}),
  () => reportApi.util.prefetch('getSavedReports', undefined, {}),
  () => mailApi.util.prefetch('listMailPlans', undefined, {}),
);

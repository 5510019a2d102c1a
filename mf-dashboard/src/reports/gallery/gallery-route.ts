import { pageLoader } from '@paperplane/shared/platform';
import { reportApi } from '../report-api';

export { default } from './gallery-page';

export const loader = pageLoader(
  () => reportApi.util.prefetch('getReportGallery', undefined, {}),
  () => reportApi.util.prefetch('getSavedReports', undefined, {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { takeoutApi } from './takeout-api';

export { default } from './takeout-page';

export const loader = pageLoader(
  ({ isOwner = false }) => isOwner && takeoutApi.util.prefetch('getAgencyExport', undefined, {}),
);

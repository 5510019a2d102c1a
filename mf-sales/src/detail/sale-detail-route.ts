import { pageLoader } from '@paperplane/shared/platform';
import { saleDetailApi } from '../sale-detail-api';

export { default } from './sale-detail-page';

export const loader = pageLoader(
  ({ id }) => saleDetailApi.util.prefetch('getSale', id, {}),
  ({ id }) => saleDetailApi.util.prefetch('getSaleHistory', id, {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { saleDetailApi } from '../sale-detail-api';
import { isSaleId } from '../sale-page';

export { default } from './sale-detail-page';

export const loader = pageLoader(
  ({ id }) => isSaleId(id) && saleDetailApi.util.prefetch('getSale', id, {}),
  ({ id }) => isSaleId(id) && saleDetailApi.util.prefetch('getSaleHistory', id, {}),
);

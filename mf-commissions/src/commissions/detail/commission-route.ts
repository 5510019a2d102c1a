import { pageLoader } from '@paperplane/shared/platform';
import { commissionsApi } from '../commissions-api';

export { default } from './commission-page';

export const loader = pageLoader(
  ({ id }) => commissionsApi.util.prefetch('getCommission', id, {}),
  ({ id }) => commissionsApi.util.prefetch('getCommissionRecord', id, {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { commissionsApi } from '../commissions-api';

export { default } from './commission-page';

export const loader = pageLoader(
  ({ id }) => commissionsApi.util.prefetch('getCommission', id, {}),
  ({ id }) => commissionsApi.util.prefetch('getCommissionHistory', id, {}),
  ({ id }) => commissionsApi.util.prefetch('getCommissionDeposits', id, {}),
);

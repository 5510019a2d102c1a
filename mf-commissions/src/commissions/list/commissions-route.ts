import { pageLoader } from '@paperplane/shared/platform';
import { commissionListApi } from '../commission-list-api';
import { commissionsQuery } from './commissions-query';

export { default } from './commissions-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  commissionListApi.util.prefetch('listCommissions', commissionsQuery(search, isAdmin), {}),
);

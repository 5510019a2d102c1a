import { listAt, pageLoader } from '@paperplane/shared/platform';
import { commissionListApi } from '../commission-list-api';
import { COMMISSIONS_LIST } from './commissions-query';

export { default } from './commissions-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  commissionListApi.util.prefetch('listCommissions', listAt(search, COMMISSIONS_LIST, isAdmin), {}),
);

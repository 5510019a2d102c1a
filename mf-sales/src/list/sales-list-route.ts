import { listAt, pageLoader } from '@paperplane/shared/platform';
import { salesListApi } from '../sales-list-api';
import { SALES_LIST } from './sales-query';

export { default } from './sales-list-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  salesListApi.util.prefetch('listSales', listAt(search, SALES_LIST, isAdmin), {}),
);

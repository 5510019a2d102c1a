import { pageLoader } from '@paperplane/shared/platform';
import { salesListApi } from '../sales-list-api';
import { salesQuery } from './sales-query';

export { default } from './sales-list-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  salesListApi.util.prefetch('listSales', salesQuery(search, isAdmin), {}),
);

import { listAt, pageLoader } from '@paperplane/shared/platform';
import { customersApi } from '../customers-api';
import { CUSTOMERS_LIST } from './customers-list';

export { default } from './customers-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  customersApi.util.prefetch('listCustomers', listAt(search, CUSTOMERS_LIST, isAdmin), {}),
);

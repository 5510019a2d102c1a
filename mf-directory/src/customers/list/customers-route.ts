import { pageLoader } from '@paperplane/shared/platform';
import { customersApi } from '../customers-api';
import { customersQuery } from './use-customers-query';

export { default } from './customers-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  customersApi.util.prefetch('listCustomers', customersQuery(search, isAdmin), {}),
);

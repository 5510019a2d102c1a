import { pageLoader } from '@paperplane/shared/platform';
import { customersApi } from '../customers-api';

export { default } from './customer-page';

export const loader = pageLoader(({ id }) => customersApi.util.prefetch('getCustomerProfile', id, {}));

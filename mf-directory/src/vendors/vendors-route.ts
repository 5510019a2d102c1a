import { pageLoader } from '@paperplane/shared/platform';
import { listAt } from '../parts/use-list-address';
import { vendorsApi } from './vendors-api';
import { VENDORS_LIST, vendorsQuery } from './vendors-list';

export { default } from './vendors-page';

export const loader = pageLoader(({ search }) =>
  vendorsApi.util.prefetch('listVendors', vendorsQuery(listAt(search, VENDORS_LIST)), {}),
);

import { listAt, pageLoader } from '@paperplane/shared/platform';
import { vendorsApi } from './vendors-api';
import { VENDORS_LIST } from './vendors-list';

export { default } from './vendors-page';

export const loader = pageLoader(({ search }) =>
  vendorsApi.util.prefetch('listVendors', listAt(search, VENDORS_LIST), {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { vendorsApi } from './vendors-api';

export { default } from './vendor-page';

export const loader = pageLoader(({ id }) => vendorsApi.util.prefetch('getVendorProfile', id, {}));

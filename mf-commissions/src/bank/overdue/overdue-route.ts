import { pageLoader } from '@paperplane/shared/platform';
import { agingApi } from './aging-api';

export { default } from './overdue-page';

export const loader = pageLoader(() => agingApi.util.prefetch('getVendorAging', undefined, {}));

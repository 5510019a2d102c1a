import { pageLoader } from '@paperplane/shared/platform';
import { statementsApi } from '../statements-api';

export { default } from './vendor-statement-page';

export const loader = pageLoader(({ id }) => statementsApi.util.prefetch('getVendorStatement', id, {}));

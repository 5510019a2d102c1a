import { pageLoader } from '@paperplane/shared/platform';
import { payoutsApi } from '../payouts-api';

export { default } from './statement-page';

export const loader = pageLoader(({ id }) => payoutsApi.util.prefetch('getStatement', id, {}));

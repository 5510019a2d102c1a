import { pageLoader } from '@paperplane/shared/platform';
import { prefetchOwnTax } from '../../tax-forms';
import { payoutsApi } from '../payouts-api';

export { default } from './my-payouts-page';

export const loader = pageLoader(
  () => payoutsApi.util.prefetch('getMyPayouts', undefined, {}),
  () => prefetchOwnTax(),
);

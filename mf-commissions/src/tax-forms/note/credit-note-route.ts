import { pageLoader } from '@paperplane/shared/platform';
import { taxApi } from '../tax-api';

export { default } from './credit-note-page';

export const loader = pageLoader(({ id }) => taxApi.util.prefetch('getCreditNote', id, {}));

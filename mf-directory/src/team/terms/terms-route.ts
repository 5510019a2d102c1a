import { pageLoader } from '@paperplane/shared/platform';
import { agreementApi } from './terms-api';

export { default } from './terms-page';

export const loader = pageLoader(({ id }) => agreementApi.util.prefetch('getAgreement', id, {}));

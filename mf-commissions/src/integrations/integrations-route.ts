import { pageLoader } from '@paperplane/shared/platform';
import { integrationsApi } from './integrations-api';

export { default } from './integrations-page';

export const loader = pageLoader(() => integrationsApi.util.prefetch('getApiKeys', undefined, {}));

import { pageLoader } from '@paperplane/shared/platform';
import { bankRulesApi } from './bank-rules-api';

export { default } from './bank-rules-page';

export const loader = pageLoader(() => bankRulesApi.util.prefetch('listBankRules', undefined, {}));

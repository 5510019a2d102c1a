import { pageLoader } from '@paperplane/shared/platform';
import { bankImportApi } from './bank-import-api';

export { default } from './bank-import-page';

export const loader = pageLoader(() => bankImportApi.util.prefetch('getBankAccounts', undefined, {}));

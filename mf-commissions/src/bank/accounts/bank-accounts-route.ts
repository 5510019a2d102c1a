import { pageLoader } from '@paperplane/shared/platform';
import { bankAccountsApi } from './bank-accounts-api';

export { default } from './bank-accounts-page';

export const loader = pageLoader(() => bankAccountsApi.util.prefetch('getBankAccountsPage', undefined, {}));

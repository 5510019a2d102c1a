import { pageLoader } from '@paperplane/shared/platform';
import { bankApi } from '../bank-api';
import { isTransactionId } from './transaction-id';

export { default } from './workbench-page';

export const loader = pageLoader(
  ({ id }) => isTransactionId(id) && bankApi.util.prefetch('getBankTransaction', id, {}),
);

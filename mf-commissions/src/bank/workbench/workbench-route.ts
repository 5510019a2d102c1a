import { pageLoader } from '@paperplane/shared/platform';
import { bankApi } from '../bank-api';
import { isRecordId } from '../../parts/record-id';

export { default } from './workbench-page';

export const loader = pageLoader(
  ({ id }) => isRecordId(id) && bankApi.util.prefetch('getBankTransaction', id, {}),
);

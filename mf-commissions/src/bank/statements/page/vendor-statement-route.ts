import { pageLoader } from '@paperplane/shared/platform';
import { isRecordId } from '../../../parts/record-id';
import { statementsApi } from '../statements-api';

export { default } from './vendor-statement-page';

export const loader = pageLoader(
  ({ id }) => isRecordId(id) && statementsApi.util.prefetch('getVendorStatement', id, {}),
);

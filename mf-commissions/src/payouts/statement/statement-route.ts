import { pageLoader } from '@paperplane/shared/platform';
import { isRecordId } from '../../parts/record-id';
import { payoutsApi } from '../payouts-api';

export { default } from './statement-page';

export const loader = pageLoader(
  ({ id }) => isRecordId(id) && payoutsApi.util.prefetch('getStatement', id, {}),
);

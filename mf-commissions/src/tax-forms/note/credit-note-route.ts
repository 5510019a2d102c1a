import { pageLoader } from '@paperplane/shared/platform';
import { isRecordId } from '../../parts/record-id';
import { taxApi } from '../tax-api';

export { default } from './credit-note-page';

export const loader = pageLoader(({ id }) => isRecordId(id) && taxApi.util.prefetch('getCreditNote', id, {}));

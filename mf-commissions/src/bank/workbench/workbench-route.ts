import { pageLoader } from '@paperplane/shared/platform';
import { bankApi } from '../bank-api';

export { default } from './workbench-page';

export const loader = pageLoader(({ id }) => bankApi.util.prefetch('getBankTransaction', id, {}));

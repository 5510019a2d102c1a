import { pageLoader } from '@paperplane/shared/platform';
import { bankApi } from '../bank-api';
import { bankQuery } from './bank-query';

export { default } from './bank-inbox-page';

export const loader = pageLoader(({ search }) =>
  bankApi.util.prefetch('getBankInbox', bankQuery(search), {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { accountingApi } from './accounting-api';
import { monthOf } from './months';

export { default } from './accounting-page';

export const loader = pageLoader(({ search }) =>
  accountingApi.util.prefetch('getJournal', monthOf(search.get('month')), {}),
);

import { listAt, pageLoader } from '@paperplane/shared/platform';
import { otherApi } from './other-api';
import { OTHER_LIST, toOtherQuery } from './other-query';

export { default } from './other-page';

export const loader = pageLoader(({ search, isAdmin }) =>
  otherApi.util.prefetch('listOtherCommissions', toOtherQuery(listAt(search, OTHER_LIST, isAdmin)), {}),
);

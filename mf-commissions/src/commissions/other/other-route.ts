import { listQuery, pageLoader } from '@paperplane/shared/platform';
import { otherApi } from './other-api';
import { OTHER_RULES } from './other-query';
import { KINDS } from './other-words';

export { default } from './other-page';

export const loader = pageLoader(({ search }) => {
  const { page, pageSize } = listQuery(search, OTHER_RULES);
  const kind = KINDS.find((each) => each === search.get('kind')) ?? null;
  return otherApi.util.prefetch('listOtherCommissions', { kind, page, pageSize }, {});
});

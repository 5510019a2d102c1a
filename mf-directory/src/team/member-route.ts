import { pageLoader } from '@paperplane/shared/platform';
import { teamApi } from './team-api';

export { default } from './member-page';

export const loader = pageLoader(({ id }) => teamApi.util.prefetch('getMemberProfile', id, {}));

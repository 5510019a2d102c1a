import { listAt, pageLoader } from '@paperplane/shared/platform';
import { teamApi } from './team-api';
import { TEAM_LIST } from './team-list';

export { default } from './team-page';

export const loader = pageLoader(({ search }) =>
  teamApi.util.prefetch('listTeam', listAt(search, TEAM_LIST), {}),
);

import { pageLoader } from '@paperplane/shared/platform';
import { listAt } from '../parts/use-list-address';
import { teamApi } from './team-api';
import { TEAM_LIST, teamQuery } from './team-list';

export { default } from './team-page';

export const loader = pageLoader(({ search }) =>
  teamApi.util.prefetch('listTeam', teamQuery(listAt(search, TEAM_LIST)), {}),
);

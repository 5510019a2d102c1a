import { refuse, serve } from '../_shared/answers.ts';
import { bodyOf } from '../_shared/body.ts';
import { DatabaseFailure } from '../_shared/database.ts';
import { actions } from './actions.ts';

/** What Auth does for its service key alone: takes authenticators away from somebody who has lost them. The database says whose. */
serve(async (request) => {
  const body = await bodyOf(request);
  const action = Object.entries(actions).find(([name]) => name === body['action'])?.[1];
  if (request.method !== 'POST' || !action) return refuse('action_unknown', 'There is no such action.');
  try {
    return await action(request, body);
  } catch (error) {
    if (error instanceof DatabaseFailure && error.isForbidden)
      return refuse('session_over', 'This session is not valid any more.', {}, 403);
    throw error;
  }
});

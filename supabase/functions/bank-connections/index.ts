import { refuse, serve } from '../_shared/answers.ts';
import { BankFailure, BankRefusal } from '../_shared/bank/failures.ts';
import { bodyOf } from '../_shared/body.ts';
import { DatabaseFailure } from '../_shared/database.ts';
import { actions } from './actions.ts';

/** Connects banks, for admins and owners: what needs the secret of a connection never meets a browser. */
serve(async (request) => {
  const body = await bodyOf(request);
  const action = Object.entries(actions).find(([name]) => name === body['action'])?.[1];
  if (request.method !== 'POST' || !action) return refuse('action_unknown', 'There is no such action.');
  try {
    return await action(request, body);
  } catch (error) {
    if (error instanceof BankRefusal) return refuse(error.code, error.sentence, { field: error.field });
    if (error instanceof BankFailure)
      return refuse(`bank_${error.code}`, error.sentence, { params: { words: error.words } });
    if (error instanceof DatabaseFailure && error.isForbidden)
      return refuse('bank_admins_only', 'Only admins and owners connect banks.', {}, 403);
    throw error;
  }
});

import { json } from '../_shared/answers.ts';
import { idIn, textIn } from '../_shared/body.ts';
import { sessionOf, userOf } from '../_shared/caller.ts';
import { callerClient, serviceClient } from '../_shared/clients.ts';
import { callDatabase } from '../_shared/database.ts';

type Action = (request: Request, body: Record<string, unknown>) => Promise<Response>;

/** What `private.command_result` answers. */
type Result = { success: true } | { success: false; error: string; code: string };

const NOBODYS = '00000000-0000-0000-0000-000000000000';

/** Takes every authenticator of a person away, also those that were only begun. @throws Error what Auth says */
async function removeFactors(userId: string): Promise<void> {
  const { mfa } = serviceClient().auth.admin;
  const { data, error } = await mfa.listFactors({ userId });
  if (error) throw error;
  for (const { id } of data.factors) {
    const removed = await mfa.deleteFactor({ userId, id });
    if (removed.error) throw removed.error;
  }
}

const told = (result: Result): Response => (result.success ? json({ success: true }) : json(result, 400));

/** What a browser may ask, each beside its name as `action`. */
export const actions: Readonly<Record<string, Action>> = {
  /** The database is asked as the owner: it judges them and the step up, logs it and ends the member's sessions. */
  async reset(request, body) {
    const memberId = idIn(body, 'member_id') ?? NOBODYS;
    const begun = await callDatabase<Result>(callerClient(request), 'begin_second_factor_reset', {
      p_member_id: memberId,
    });
    if (begun.success) await removeFactors(memberId);
    return told(begun);
  },

  /** The code is used up, and the try counted, before anything is told. */
  async recover(request, body) {
    await callDatabase(callerClient(request), 'get_second_factor');
    const userId = userOf(request);
    const used = await callDatabase<Result>(serviceClient(), 'use_recovery_code', {
      user_id: userId,
      session_id: sessionOf(request),
      code: textIn(body, 'code') ?? '',
    });
    if (used.success) await removeFactors(userId);
    return told(used);
  },

  async ask(request, body) {
    return told(
      await callDatabase<Result>(callerClient(request), 'ask_for_second_factor', {
        p_member_id: idIn(body, 'member_id') ?? NOBODYS,
      }),
    );
  },
};

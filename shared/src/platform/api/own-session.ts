import type { Client } from './client-types';

/**
 * Two tabs whose tokens run out at once, as after a lid was closed, both ask for new ones: the tab that comes second finds the other's in
 * the storage, drops its own and reports an error. That is no end of a session: what the storage holds now is as good.
 */
const isDiscarded = (error: Error | null) => error?.name === 'AuthRefreshDiscardedError';

/** The session of this tab, with new tokens where the old ones had run out. */
export async function getSession({ auth }: Client): ReturnType<Client['auth']['getSession']> {
  const answer = await auth.getSession();
  return isDiscarded(answer.error) ? auth.getSession() : answer;
}

/** The same, with new tokens in any case: of `given`, or of this tab's session. */
export async function refreshSession(
  client: Client,
  given?: { refresh_token: string },
): ReturnType<Client['auth']['refreshSession']> {
  const answer = await client.auth.refreshSession(given);
  if (!isDiscarded(answer.error)) return answer;
  const { session } = (await getSession(client)).data;
  return session ? { data: { session, user: session.user }, error: null } : answer;
}

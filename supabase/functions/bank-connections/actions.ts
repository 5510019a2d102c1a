import { json } from '../_shared/answers.ts';
import { connectionOfState, institutions, isConfigured } from '../_shared/bank/enable-banking.ts';
import { BankRefusal } from '../_shared/bank/failures.ts';
import type { Made, Memory } from '../_shared/bank/provider.ts';
import { providers, type ProviderName } from '../_shared/bank/providers.ts';
import { idIn, textIn } from '../_shared/body.ts';
import { userOf } from '../_shared/caller.ts';
import { callerClient, serviceClient } from '../_shared/clients.ts';
import { callDatabase } from '../_shared/database.ts';
import { env } from '../_shared/env.ts';

type Action = (request: Request, body: Record<string, unknown>) => Promise<Response>;

/** What `private.command_result` answers. */
type Result = { success: true } | { success: false; error: string; code: string };

const BRIDGE = 'https://bridge.simplefin.org/simplefin/create';
const NOBODYS = '00000000-0000-0000-0000-000000000000';

/**
 * A connection of the caller's agency, asked for as the caller: who is no admin is refused by the database, and null is another
 * agency's.
 */
const connectionOf = (request: Request, id: string) =>
  callDatabase<{ provider: ProviderName } | null>(callerClient(request), 'get_bank_connection', {
    connection_id: id,
  });

async function begunConnection(
  request: Request,
  id: string | null,
): Promise<{ id: string; provider: ProviderName }> {
  const connection = id && (await connectionOf(request, id));
  if (!connection) throw new BankRefusal('connection_not_found', 'This connection is no longer there.');
  return { id, provider: connection.provider };
}

/** What a connection remembers until it is made, sealed in the database: for this person, within an hour. */
function memoryOf(connectionId: string, userId: string): Memory {
  const client = serviceClient();
  const whose = { connection_id: connectionId, user_id: userId };
  return {
    async read() {
      const kept = await callDatabase<{ secret: string } | null>(client, 'bank_connection_secret', whose);
      return kept?.secret ?? null;
    },
    async keep(secret) {
      const kept = await callDatabase<Result>(client, 'keep_bank_connection_draft', { ...whose, secret });
      if (!kept.success) throw new BankRefusal(kept.code, kept.error);
    },
  };
}

/** Keeps what is made, with the accounts that it offers; what the database refuses is what the person is told. */
async function keep(id: string, userId: string, provider: ProviderName, made: Made): Promise<Response> {
  const accounts = await providers[provider].accounts(made.secret);
  const kept = await callDatabase<Result>(serviceClient(), 'keep_bank_connection', {
    connection_id: id,
    user_id: userId,
    ...made,
    accounts,
  });
  return kept.success ? json({ connection_id: id }) : json(kept, 400);
}

/** What a browser may ask, each beside its name as `action`. */
export const actions: Readonly<Record<string, Action>> = {
  async providers(request) {
    await connectionOf(request, NOBODYS);
    return json({
      simplefin: { bridge_url: env('SIMPLEFIN_BRIDGE_URL') ?? BRIDGE },
      enable_banking: { configured: isConfigured() },
    });
  },

  async institutions(request, body) {
    await connectionOf(request, NOBODYS);
    const found = await institutions(textIn(body, 'country') ?? '');
    return json({ institutions: found.map(({ name, country }) => ({ name, country })) });
  },

  async begin(request, body) {
    const { id, provider } = await begunConnection(request, idIn(body, 'connection_id'));
    const userId = userOf(request);
    const begun = await providers[provider].begin(
      {
        connectionId: id,
        userId,
        token: textIn(body, 'token'),
        institution: textIn(body, 'institution'),
        country: textIn(body, 'country'),
        returnUrl: textIn(body, 'return_url'),
      },
      memoryOf(id, userId),
    );
    if ('visit' in begun) return json({ connection_id: id, visit: begun.visit });
    return keep(id, userId, provider, begun.made);
  },

  async finish(request, body) {
    const state = textIn(body, 'state') ?? '';
    const { id, provider } = await begunConnection(request, connectionOfState(state));
    const userId = userOf(request);
    const returned = { userId, state, code: textIn(body, 'code') ?? '' };
    const made = await providers[provider].finish(returned, memoryOf(id, userId));
    return keep(id, userId, provider, made);
  },
};

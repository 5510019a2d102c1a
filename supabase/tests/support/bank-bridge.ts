import type { BridgeLine } from '../../../e2e/bridge/accounts';
import { startBridge, type Bridge } from '../../../e2e/bridge/server';
import { backend } from './backend';
import type { BackendProcess } from './backend-process';
import { ask } from './bank';
import { dayFromToday, makeDue } from './bank-connections';
import { sql, sqlOne } from './database';
import { startFunctionsBackend } from './functions-backend';
import type { Person } from './test-agency';

/** A bridge that tells the truth or not, and a backend of its own whose functions may ask it. */
export interface Bridged {
  bridge: Bridge;
  process: BackendProcess;
  stop(): Promise<void>;
}

/** Seconds after which a provider is not waited for any more. */
export const PATIENCE = 4;

/** Starts both. From then on all support of this test file talks with this backend. */
export async function startBridged(env: NodeJS.ProcessEnv = {}): Promise<Bridged> {
  const bridge = await startBridge();
  const backendOfFile = await startFunctionsBackend({
    BANK_BRIDGES_ALLOWED: bridge.url,
    SIMPLEFIN_BRIDGE_URL: `${bridge.url}/simplefin/create`,
    BANK_TIMEOUT_SECONDS: String(PATIENCE),
    ...env,
  });
  return {
    bridge,
    process: backendOfFile.process,
    async stop() {
      await backendOfFile.stop();
      await bridge.stop();
    },
  };
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

/** Calls a function, with a token or a key. */
export async function callFunction(name: string, token: string, body: object): Promise<Answered> {
  const response = await fetch(`${backend.apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      apikey: backend.publishableKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The same as a person who is signed in. */
export async function asPerson({ api }: Person, body: object): Promise<Answered> {
  const { data } = await api.auth.getSession();
  return callFunction('bank-connections', data.session?.access_token ?? '', body);
}

export const beginConnection = async (person: Person, connectionId?: string): Promise<string> =>
  (
    await ask<{ connection_id: string }>(person, 'begin_bank_connection', {
      provider: 'simplefin',
      ...(connectionId && { connection_id: connectionId }),
    })
  ).connection_id;

export const claim = (person: Person, connectionId: string, token: string): Promise<Answered> =>
  asPerson(person, { action: 'begin', provider: 'simplefin', connection_id: connectionId, token });

export interface ConnectionRow {
  state: string;
  code: string | null;
  words: string | null;
  label: string;
  last_added: number;
  last_success_at: string | null;
  last_tried_at: string | null;
  /** Seconds until the next try. */
  pause: number;
}

export const connectionRow = (id: string) =>
  sqlOne<ConnectionRow>(
    `select state, code, words, label, last_added, last_success_at::text, last_tried_at::text,
       extract(epoch from next_try_at - now())::float8 as pause from public.bank_connections where id = $1`,
    [id],
  );

/** Calls the function that syncs, as a job does. */
export async function callSync(connectionId: string): Promise<void> {
  const called = await callFunction('bank-sync', backend.secretKey, { connection_id: connectionId });
  if (called.status !== 200) throw new Error(JSON.stringify(called));
}

/** Lets a connection be due, and syncs it. */
export async function syncNow(connectionId: string): Promise<ConnectionRow> {
  const before = await connectionRow(connectionId);
  await makeDue(connectionId);
  await callSync(connectionId);
  // The call that linking has made may have been faster, and still be at it.
  return untilRow(
    connectionId,
    ({ state, last_tried_at }) => state !== 'syncing' && last_tried_at !== before.last_tried_at,
  );
}

/** Lines of an account as a bridge has them, one a day, the last one yesterday. */
export const bridgeLines = (...lines: readonly (readonly [amount: string, text: string])[]): BridgeLine[] =>
  lines.map(([amount, text], index) => ({
    id: `TRN-${index + 1}`,
    day: dayFromToday(index - lines.length),
    amount,
    text,
  }));

/** An account of the bridge. */
export const bridgeAccount = (id: string, lines: BridgeLine[]) => ({
  id,
  name: `Checking (${id})`,
  institution: 'First Pier Bank',
  currency: 'USD',
  balance: '100.00',
  lines,
});

/** Connects the bridge's accounts, each to a new one of ours, from a day on. @returns the connection, its first sync behind it */
export async function connectBridge(
  person: Person,
  bridge: Bridge,
  since = dayFromToday(-20),
): Promise<string> {
  const id = await beginConnection(person);
  const claimed = await claim(person, id, bridge.token());
  if (claimed.status !== 200) throw new Error(JSON.stringify(claimed));
  const { accounts_to_link: found } = await ask<{
    accounts_to_link: { provider_account_id: string; name: string }[];
  }>(person, 'get_bank_connection', { connection_id: id });
  const linked = await ask<{ success: boolean }>(person, 'link_bank_accounts', {
    connection_id: id,
    links: found.map(({ provider_account_id, name }) => ({
      provider_account_id,
      new_name: `${name} ${id.slice(0, 4)}`,
    })),
    since,
  });
  if (!linked.success) throw new Error(JSON.stringify(linked));
  await untilRow(id, ({ last_success_at }) => last_success_at !== null);
  return id;
}

/** Waits until a connection is in some way; ends after forty seconds with what it is. */
export async function untilRow(id: string, is: (row: ConnectionRow) => boolean): Promise<ConnectionRow> {
  for (const end = Date.now() + 40_000; Date.now() < end;) {
    const row = await connectionRow(id);
    if (is(row)) return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(JSON.stringify(await connectionRow(id)));
}

/** What a connection brought: day, amount, text and state, in the order of days. */
export const broughtBy = (connectionId: string) =>
  sql<{ day: string; amount: string; text: string; status: string }>(
    `select t.booked_on::text as day, t.amount::text, t.text, t.status from public.bank_transactions t
     join public.bank_connection_accounts a on a.account_id = t.account_id
     where a.connection_id = $1 order by t.booked_on, t.text, t.amount`,
    [connectionId],
  );

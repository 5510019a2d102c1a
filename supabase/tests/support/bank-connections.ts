import { backend } from './backend';
import { ask } from './bank';
import { connect } from './client';
import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';

/** A line as a function reads it from a provider. */
export interface ProviderLine {
  id: string | number;
  booked_on: string;
  amount: string;
  text: string;
  counterparty?: string;
  reference?: string;
  currency?: string;
}

/** What a provider answers for one of its accounts. */
export interface ProviderAnswer {
  provider_account_id: string;
  currency?: string;
  balance?: string;
  balance_on?: string;
  lines: readonly (ProviderLine | object)[];
}

/** A part that was claimed. */
export interface ClaimedPart {
  sync_id: string;
  connection_id: string;
  provider: string;
  secret: string;
  provider_account_ids: string[];
  since: string;
  until: string;
  part: number;
  parts: number;
}

/** A function, called with the rights of service_role. */
export async function serve<Answer = Record<string, unknown>>(
  name: string,
  args: object = {},
): Promise<Answer> {
  const { data, error } = await connect(backend, backend.secretKey).rpc(name, args);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as Answer;
}

/** So many days from today, where the agencies of tests are. */
export function dayFromToday(days: number): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export const SECRET = 'https://user:SECRET-7@bridge.example/simplefin';

/** Accounts as a provider offers them. */
export const offered = (ids: readonly string[], extra: object = {}) =>
  ids.map((id) => ({
    provider_account_id: id,
    name: `Checking ${id}`,
    institution: 'First Pier Bank',
    kind: 'checking',
    last_four: '4410',
    currency: 'USD',
    balance: '100.00',
    balance_on: dayFromToday(0),
    ...extra,
  }));

/** Begins a connection and keeps its secret, as the function does that claims a token. */
export async function begin(
  person: Person,
  ids: readonly string[] = ['A'],
  connectionId?: string,
  extra: object = {},
) {
  const begun = await ask<{ connection_id: string }>(person, 'begin_bank_connection', {
    provider: 'simplefin',
    ...(connectionId && { connection_id: connectionId }),
  });
  const kept = await serve('keep_bank_connection', {
    connection_id: begun.connection_id,
    user_id: person.id,
    secret: SECRET,
    label: 'First Pier',
    expires_at: null,
    accounts: offered(ids, extra),
  });
  if (!kept['success']) throw new Error(JSON.stringify(kept));
  return begun.connection_id;
}

/** A connection of which account A is linked with one of ours. */
export async function connectAccount(
  person: Person,
  accountId: string,
  since = dayFromToday(-29),
): Promise<string> {
  const id = await begin(person);
  const linked = await ask<{ success: boolean }>(person, 'link_bank_accounts', {
    connection_id: id,
    links: [{ provider_account_id: 'A', account_id: accountId }],
    since,
  });
  if (!linked.success) throw new Error(JSON.stringify(linked));
  return id;
}

export const take = (connectionId: string) =>
  serve<ClaimedPart | null>('take_bank_sync', { connection_id: connectionId });

/** Lets a connection be due, whatever its limits. */
export const makeDue = async (connectionId: string): Promise<void> => {
  await sql('update public.bank_connections set next_try_at = now() where id = $1', [connectionId]);
  await sql('delete from private.bank_provider_requests where connection_id = $1', [connectionId]);
};

/** Takes each part of a run, and brings what the provider has of its days. @returns the imports */
export async function sync(
  connectionId: string,
  lines: readonly (ProviderLine | object)[],
  { words = [], answer = {} }: { words?: readonly string[]; answer?: object } = {},
): Promise<string[]> {
  await makeDue(connectionId);
  const imports: string[] = [];
  for (;;) {
    const part = await take(connectionId);
    if (!part) throw new Error('Nothing was due');
    const brought = await serve<{ imports: string[]; more: boolean }>('bring_bank_lines', {
      sync_id: part.sync_id,
      accounts: part.provider_account_ids.map((id) => ({
        provider_account_id: id,
        currency: 'USD',
        ...answer,
        lines,
      })),
      words,
    });
    for (const id of brought.imports) {
      imports.push(id);
      while ((await serve<{ more: boolean }>('match_brought_lines', { import_id: id })).more);
    }
    if (!brought.more) return imports;
  }
}

/** What an account has, in the order of days. */
export const linesOf = (accountId: string) =>
  sql<{ id: string; day: string; amount: string; text: string; status: string; version: number }>(
    `select id, booked_on::text as day, amount::text, text, status, version from public.bank_transactions
     where account_id = $1 order by booked_on, text, id`,
    [accountId],
  );

export const connectionState = (id: string) =>
  sqlOne<{ state: string; code: string | null; words: string | null; tries: number; wait: number | null }>(
    `select state, code, words, tries, round(extract(epoch from next_try_at - now()) / 60)::int as wait
     from public.bank_connections where id = $1`,
    [id],
  );

export const questionsOf = (agency: TestAgency) =>
  sql<{
    id: string;
    kind: string;
    transaction_id: string;
    new_amount: string | null;
    new_on: string | null;
    answer: string | null;
  }>(
    `select id, kind, transaction_id, new_amount::text, new_on::text, answer from public.bank_questions where organization_id = $1
     order by asked_at, id`,
    [agency.organizationId],
  );

/** A connection with something in each of its tables: a line, one that is gone, and an account that is still to be linked. */
export async function fillConnection(
  agency: TestAgency,
  text: string,
): Promise<{ id: string; question: string }> {
  const id = await begin(agency.admin, ['A', 'B'], undefined, { name: text });
  await ask(agency.admin, 'link_bank_accounts', {
    connection_id: id,
    links: [{ provider_account_id: 'A', new_name: `Linked ${Math.random()}` }],
  });
  const sent = { booked_on: dayFromToday(-3), amount: '7777.77', text };
  await sync(id, [
    { ...sent, id: `${text}-1` },
    { ...sent, id: `${text}-2` },
  ]);
  await sync(id, [{ ...sent, id: `${text}-1` }]);
  await sync(id, [{ ...sent, id: `${text}-1` }], { words: [text] });
  const [question] = await questionsOf(agency);
  return { id, question: question?.id ?? '' };
}

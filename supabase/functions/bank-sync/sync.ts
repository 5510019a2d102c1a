import type { SupabaseClient } from '@supabase/supabase-js';
import { BankFailure } from '../_shared/bank/failures.ts';
import type { Brought } from '../_shared/bank/provider.ts';
import { providers, type ProviderName } from '../_shared/bank/providers.ts';
import { callDatabase } from '../_shared/database.ts';
import { wordsOf } from '../_shared/answers.ts';

/** A part of a sync, claimed for three minutes: days to ask a provider for. */
interface Part {
  sync_id: string;
  connection_id: string;
  provider: ProviderName;
  secret: string;
  provider_account_ids: string[];
  since: string;
  until: string;
}

/** What came, or why nothing did. Whatever else goes wrong with an answer is an answer that cannot be read. */
async function ask({
  provider,
  secret,
  provider_account_ids,
  since,
  until,
}: Part): Promise<Brought | BankFailure> {
  try {
    return await providers[provider].transactions(secret, provider_account_ids, { since, until });
  } catch (error) {
    if (error instanceof BankFailure) return error;
    console.error(wordsOf(error));
    return new BankFailure('wrong_answer');
  }
}

/** Matches what was brought, until it is matched or the time is over: a job of the database ends what is left. */
async function match(client: SupabaseClient, importId: string, end: number): Promise<void> {
  let more = true;
  while (more && Date.now() < end)
    ({ more } = await callDatabase<{ more: boolean }>(client, 'match_brought_lines', {
      import_id: importId,
    }));
}

/** Writes what came; what the database does not take is an answer that cannot be read, and keeps nobody else's bank waiting. */
async function keep(client: SupabaseClient, sync_id: string, brought: Brought): Promise<string[]> {
  try {
    const args = { sync_id, ...brought };
    return (await callDatabase<{ imports: string[] }>(client, 'bring_bank_lines', args)).imports;
  } catch (error) {
    console.error(wordsOf(error));
    await callDatabase(client, 'fail_bank_sync', {
      sync_id,
      code: 'wrong_answer',
      words: null,
      retry_at: null,
    });
    return [];
  }
}

/** Takes the next part that is due and brings it. False when nothing is. */
export async function syncNext(client: SupabaseClient, only: string | null, end: number): Promise<boolean> {
  const part = await callDatabase<Part | null>(client, 'take_bank_sync', { connection_id: only });
  if (!part) return false;
  const { sync_id, connection_id, since, until } = part;
  const about = `connection ${connection_id}, ${since} to ${until}`;
  const brought = await ask(part);
  if (brought instanceof BankFailure) {
    const { code, words, retryAt } = brought;
    console.warn(`${about}: ${code}`);
    await callDatabase(client, 'fail_bank_sync', { sync_id, code, words, retry_at: retryAt });
    return true;
  }
  const imports = await keep(client, sync_id, brought);
  const lines = brought.accounts.reduce((sum, account) => sum + account.lines.length, 0);
  console.info(`${about}: ${lines} lines, ${imports.length} imports`);
  for (const id of imports) await match(client, id, end);
  return true;
}

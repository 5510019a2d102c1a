import type { SupabaseClient } from '@supabase/supabase-js';

/** A call of the database that failed. Its message names the function and the code: what PostgreSQL says may hold what was sent. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';

  constructor(
    called: string,
    readonly code: string,
  ) {
    super(`${called}: ${code}`);
  }

  /** Whether the database does not let the caller do this. */
  get isForbidden(): boolean {
    return this.code === '42501' || this.code.startsWith('PGRST30');
  }
}

/** Calls a function of the database. @throws DatabaseFailure */
export async function callDatabase<Answer>(
  client: SupabaseClient,
  name: string,
  args: object,
): Promise<Answer> {
  const { data, error } = (await client.rpc(name, args)) as { data: unknown; error: { code: string } | null };
  if (error) throw new DatabaseFailure(name, error.code);
  return data as Answer;
}

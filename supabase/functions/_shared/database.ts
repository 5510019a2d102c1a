import type { SupabaseClient } from '@supabase/supabase-js';
import { serviceClient } from './clients.ts';

/** A call of the database that failed. Its message names the function and the code: what PostgreSQL says may hold what was sent. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';

  constructor(
    called: string,
    readonly code: string,
    /** What a rule of ours refused it with. */
    readonly refusal: Refusal | null = null,
  ) {
    super(`${called}: ${code}`);
  }

  /** Whether the database does not let the caller do this. */
  get isForbidden(): boolean {
    return this.code === '42501' || this.code.startsWith('PGRST30');
  }
}

/** What PostgREST answers in place of a result. */
export interface PostgresError {
  code?: string;
  message?: string;
  details?: string | null;
  hint?: string | null;
}

/** What a rule of ours said. */
interface Refusal {
  code: string;
  sentence: string;
  params: Record<string, unknown>;
}

/** The code and sentence of what `private.refuse` raised; null for any other error. */
export function refusalIn({ code, message, details }: PostgresError): Refusal | null {
  if (code !== 'P0001' || !message || !details) return null;
  try {
    const fact = JSON.parse(details) as { code?: unknown; params?: Record<string, unknown> } | null;
    return typeof fact?.code === 'string'
      ? { code: fact.code, sentence: message, params: fact.params ?? {} }
      : null;
  } catch {
    return null;
  }
}

/** Calls a function of the database. @throws DatabaseFailure */
export async function callDatabase<Answer>(
  client: SupabaseClient,
  name: string,
  args: object = {},
): Promise<Answer> {
  const { data, error } = (await client.rpc(name, args)) as { data: unknown; error: PostgresError | null };
  if (error) throw new DatabaseFailure(name, error.code ?? '', refusalIn(error));
  return data as Answer;
}

/** The same, of a client that is known. */
export type Call = <Answer>(name: string, args?: object) => Promise<Answer>;

/** With the rights of `service_role`. */
export function serviceCall(): Call {
  const client = serviceClient();
  return <Answer>(name: string, args?: object) => callDatabase<Answer>(client, name, args);
}

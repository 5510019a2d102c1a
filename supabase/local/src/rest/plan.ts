import { CompiledQuery, type Kysely } from 'kysely';

const PLAN = /application\/vnd\.pgrst\.plan/;
const OPTIONS = new Set(['analyze', 'verbose', 'settings', 'buffers', 'wal']);

/** How a request wants its query plan. */
export interface PlanRequest {
  format: 'text' | 'json';
  options: string[];
}

/** The plan that `Accept` asks for, or null. */
export function planRequest(accept: string | null): PlanRequest | null {
  if (!accept || !PLAN.test(accept)) return null;
  const options = /options=([\w|]+)/.exec(accept)?.[1]?.split('|') ?? [];
  return {
    format: /plan\+json/.test(accept) ? 'json' : 'text',
    options: options.filter((option) => OPTIONS.has(option)),
  };
}

/** `Accept` for the library, which answers the statement and its parameters instead of the plan. */
export const STATEMENT_WANTED = 'application/vnd.pgrst.plan+json';

/** Explains the statement in the library's answer, in the transaction and with the rights of the request. */
export async function explain(db: Kysely<unknown>, answer: Response, plan: PlanRequest): Promise<Response> {
  if (!answer.headers.get('content-type')?.includes('vnd.pgrst.plan')) return answer;
  const statement = (await answer.json()) as { sql: string; parameters: unknown[] };
  const options = [`format ${plan.format}`, ...plan.options].join(', ');
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`explain (${options}) ${statement.sql}`, statement.parameters),
  );
  const lines = rows.map((row) => row['QUERY PLAN']);
  const body = plan.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n');
  const type = `application/vnd.pgrst.plan+${plan.format}; for="application/json"; charset=utf-8`;
  return new Response(body, { headers: { 'content-type': type } });
}

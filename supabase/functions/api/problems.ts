import { PROBLEM_TITLES, PROBLEM_TYPE, type Problem, type ProblemStatus } from '../_shared/api/problem.ts';
import { API_WORDS, type ApiCode } from '../_shared/api/words.ts';
import { refusalIn, type PostgresError } from '../_shared/database.ts';
import { constraintError, snakeCase } from './made/words.js';

/** A request that is answered with a problem. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';

  constructor(
    readonly status: ProblemStatus,
    readonly code: string,
    readonly detail: string,
    readonly field: string | null = null,
    readonly params: Record<string, unknown> = {},
  ) {
    super(code);
  }

  /** As it travels. */
  get body(): Problem {
    const { status, code, detail, field, params } = this;
    const type = `urn:paperplane:problem:${code}`;
    return { type, title: PROBLEM_TITLES[status], status, detail, code, field, params };
  }
}

/** A problem that the API finds itself. */
export const problemOf = (status: ProblemStatus, code: ApiCode, field: string | null = null): ApiProblem =>
  new ApiProblem(status, code, API_WORDS[code], field, field === null ? {} : { field });

/** Refusals that are more than something that cannot be done. */
const STATUSES: Readonly<Record<string, ProblemStatus>> = {
  api_key_unknown: 401,
  api_scope_missing: 403,
  not_for_programs: 403,
  api_record_not_found: 404,
  record_changed: 412,
};

/** What is too busy, too slow or not there for a moment: connections, memory, locks, time-outs. */
const PASSES = /^(08|53|57|55P03|40001|40P01|PGRST00)/;

/** What the database has refused, in the catalogue's words; nothing of what PostgreSQL says itself. */
export function problemIn(error: PostgresError): ApiProblem {
  const { code = '', message = '', hint } = error;
  const refused = refusalIn(error);
  if (refused)
    return new ApiProblem(
      STATUSES[refused.code] ?? 422,
      refused.code,
      refused.sentence,
      hint || null,
      refused.params,
    );
  if (code.startsWith('23')) {
    const known = constraintError(message);
    if (known) return new ApiProblem(422, 'value_refused', known.message, snakeCase(known.field) || null);
  }
  if (code.startsWith('22')) return problemOf(400, 'api_field_wrong');
  if (code === '' || PASSES.test(code)) return problemOf(503, 'api_busy');
  console.error(`The database answered ${code}`);
  return problemOf(500, 'unexpected');
}

/** As an answer. */
export function problemAnswer(problem: ApiProblem, headers: Record<string, string>): Response {
  const more: Record<string, string> = {
    ...(problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(problem.status === 503 ? { 'retry-after': '1' } : {}),
  };
  return new Response(JSON.stringify(problem.body), {
    status: problem.status,
    headers: { 'cache-control': 'no-store', ...headers, ...more, 'content-type': PROBLEM_TYPE },
  });
}

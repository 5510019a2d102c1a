import {
  PROBLEM_TITLES,
  PROBLEM_TYPE,
  type ProblemStatus,
} from '../../supabase/functions/_shared/api/problem.ts';
import type { Operation } from '../../supabase/functions/_shared/api/operations.ts';

/** What each of them means for a program. */
const MEANINGS: Readonly<Partial<Record<ProblemStatus, string>>> = {
  400: 'A parameter, a header or a field of the body is not what is expected, or the body is no JSON object: `field` says which.',
  401: 'No key, or one that lets nobody in (any more).',
  403: 'The key may not do that.',
  404: 'There is no such record in the agency.',
  412: 'The record was changed since it was read: read it again.',
  413: 'The body is too large.',
  415: 'The body is not said to be `application/json`.',
  422: 'What is asked for is refused, or the `Idempotency-Key` was another request’s: `detail` says why, `field` where.',
  428: '`If-Match` is missing.',
  429: 'The key asks too often: wait for as many seconds as `Retry-After` says.',
  503: 'Too busy for a moment: ask again after as many seconds as `Retry-After` says.',
};

/** The problems an operation can answer with. */
export function problemsOf({ method, path, matched }: Operation): ProblemStatus[] {
  const statuses: ProblemStatus[] = [400, 401, 403, 429, 503];
  if (path.includes('{id}')) statuses.push(404);
  if (method !== 'GET') statuses.push(413, 415, 422);
  if (matched) statuses.push(412, 428);
  return statuses.sort((a, b) => a - b);
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** What is said beside a problem. @param limits those of every answer for which a key was counted */
function headersOf(status: ProblemStatus, limits: object): object {
  if (status === 401) return header('WWW-Authenticate');
  if (status === 503) return header('Retry-After');
  return status === 429 ? { ...limits, ...header('Retry-After') } : limits;
}

/** The name under which a problem is described once. */
const nameOf = (status: ProblemStatus) => PROBLEM_TITLES[status].replaceAll(' ', '');

const described = Object.entries(MEANINGS).map(([status, description]) => ({
  status: Number(status) as ProblemStatus,
  description,
}));

/** Every problem, described once. @param limits headers of answers for which a key was counted */
export const problemResponses = (limits: object): Record<string, object> =>
  Object.fromEntries(
    described.map(({ status, description }) => [
      nameOf(status),
      {
        description,
        headers: headersOf(status, limits),
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

/** The problems of an operation, by their status. */
export const problemsByStatus = (operation: Operation): Record<string, object> =>
  Object.fromEntries(
    problemsOf(operation).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  );

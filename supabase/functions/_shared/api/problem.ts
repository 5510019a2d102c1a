import * as v from 'valibot';

/** The type under which problems travel (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** What is answered in place of a record. `code` is what programs compare, `detail` what people read, `field` where it belongs. */
export const problem = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  detail: v.string(),
  code: v.string(),
  field: v.nullable(v.string()),
  params: v.record(v.string(), v.unknown()),
});

/** A problem of the API. */
export type Problem = v.InferOutput<typeof problem>;

/** Every status that a problem can have, with its title. */
export const PROBLEM_TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** A status that a problem can have. */
export type ProblemStatus = keyof typeof PROBLEM_TITLES;

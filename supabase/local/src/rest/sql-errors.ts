import { DATABASE_AWAY as AWAY, isConnectionLoss } from '../database/database-away.js';
import type { ReportedError } from './request-scope.js';

/** HTTP status by SQLSTATE, as PostgREST maps them, where the library answers 500 or drops fields. */
const STATUS_BY_CODE: Record<string, number> = {
  P0001: 400,
  '23502': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
};

const STATUS_BY_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 400,
  '22': 400,
  '23': 400,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '44': 400,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  P0: 500,
};

/** What PostgREST answers when it cannot reach the database. */
export const DATABASE_AWAY: ReportedError = { status: 503, ...AWAY };

const SQLSTATE = /^[0-9A-Z]{5}$/;

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * The answer PostgREST gives for a PostgreSQL error, or null where the library's own answer is right already
 * (permission, unknown relation, PT... and PGRST errors).
 */
export function reportSqlError(error: unknown): ReportedError | null {
  const fields = error as Record<string, unknown> | null;
  const code = text(fields?.code);
  if (isConnectionLoss(error)) return DATABASE_AWAY;
  if (!code || !SQLSTATE.test(code)) return null;
  const status = STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)];
  if (!status) return null;
  return {
    status,
    code,
    message: text(fields?.message) ?? code,
    details: text(fields?.detail),
    hint: text(fields?.hint),
  };
}

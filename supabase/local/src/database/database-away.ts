import { json } from '../gateway/respond.js';

/** PostgreSQL cannot be reached at the moment: it has died, starts, stops, or gives no connection away. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError';

  constructor(cause?: unknown) {
    super('The database is not available at the moment, please try again', { cause });
  }
}

/** Class 08: connection exceptions; 57P01 to 57P03: it shuts down, has crashed, or is starting; 53300: too many connections. */
const SQLSTATE = /^(08[0-9A-Z]{3}|57P0[123]|53300)$/;
/** Of Node's sockets, and of postgres.js. */
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;
/** What pg says without a code. */
const WORDS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Whether an error says that a connection to PostgreSQL was lost, or that there is none to be had. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseAwayError) return true;
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return SQLSTATE.test(code) || SOCKET.test(code);
  return typeof message === 'string' && WORDS.test(message);
}

/** The error to throw on: DatabaseAwayError in place of a lost connection, any other as it is. */
export const asDatabaseAway = (error: unknown): unknown =>
  isConnectionLoss(error) && !(error instanceof DatabaseAwayError) ? new DatabaseAwayError(error) : error;

/** What every service answers while PostgreSQL is away; the code is PostgREST's. */
export const DATABASE_AWAY = {
  code: 'PGRST001',
  message: 'The database is not available at the moment, please try again',
  details: null,
  hint: null,
} as const;

/** The 503 answer for it. */
export const databaseAway = (): Response => json(503, DATABASE_AWAY, { 'retry-after': '1' });

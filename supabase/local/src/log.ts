/** How loud a message is; `debug` is dropped by the command line unless PAPERPLANE_DEBUG is set. */
export type LogLevel = 'info' | 'warn' | 'debug';

/** Receives every message of the backend. Messages never carry keys, passwords or tokens. */
export type Log = (message: string, level?: LogLevel) => void;

/** A log that drops everything, for callers that do not care. */
export const silentLog: Log = () => undefined;

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

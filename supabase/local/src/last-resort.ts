import { isConnectionLoss } from './database/database-away.js';
import type { Log } from './log.js';

/**
 * Catches what nobody caught, for the rest of the process. A lost connection is noted and ends nothing: whoever waited for it has
 * its error already. Anything else is a mistake of ours; it is logged, and `stop` has to end the process in order, PostgreSQL too.
 */
export function catchUncaught(log: Log, stop: () => void): void {
  const onUncaught = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (isConnectionLoss(error)) return log(`A lost connection that nobody waited for: ${text}`, 'debug');
    log(`Unexpected error, stopping: ${text}`, 'warn');
    stop();
  };
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
}

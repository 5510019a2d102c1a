import { messageOf, type Log } from '../log.js';
import { requestScope } from './request-scope.js';

/**
 * The REST library prints every database error, with its statement, through console.error. During REST requests
 * these lines go to the debug log instead, shortened to the message. Returns the way back.
 */
export function quietConsole(log: Log): () => void {
  const original = console.error;
  console.error = (...parts: unknown[]) => {
    if (!requestScope.getStore()) return original(...parts);
    log(`rest: ${parts.map(messageOf).join(' ')}`, 'debug');
  };
  return () => {
    console.error = original;
  };
}

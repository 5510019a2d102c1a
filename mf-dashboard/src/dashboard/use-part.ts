import { displayMessage, ERROR_MESSAGES } from '@paperplane/shared/domain';
import { hasFailed, type Dashboard, type PartName, type Parts } from './dashboard';
import { useAskAgainMutation, type AskedRange } from './dashboard-api';

/** One part of the page, as its card needs it. */
export interface PartState<T> {
  /** Undefined while it is on its way, and when it failed. */
  data: T | undefined;
  /** Why there is none. */
  error: string | null;
  /** Asks for this part alone. */
  retry: () => void;
  retrying: boolean;
}

/**
 * @param dashboard what has arrived, perhaps of an earlier range
 * @param asked the range that the page shows or waits for
 */
export function usePart<Name extends PartName>(
  dashboard: Dashboard | undefined,
  asked: AskedRange,
  name: Name,
): PartState<Parts[Name]> {
  const [ask, { isLoading, error }] = useAskAgainMutation();
  const part = dashboard?.[name];
  const failed = hasFailed(part);
  return {
    data: part === undefined || failed ? undefined : (part as Parts[Name]),
    error: failed ? (error ? displayMessage(error) : ERROR_MESSAGES.API_SERVER_ERROR) : null,
    retry: () => void ask({ range: asked, part: name }),
    retrying: isLoading,
  };
}

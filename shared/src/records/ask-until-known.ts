import { isAppError } from '../domain';

/** Pauses before a request without an answer is sent again, in milliseconds. */
export const REPEAT_PAUSES: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000];

/** A gateway that gave up on the server behind it: that may have done its work all the same. */
const GATEWAY = [502, 503, 504];

/** True when it is not known whether the server did what it was asked for. */
export const isUnknown = (error: unknown): boolean =>
  isAppError(error) && (error.type === 'NETWORK' || GATEWAY.includes(error.status ?? 0));

/** Waits; while there is no line, until there is one. @param signal ends it early */
function pause(length: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => (navigator.onLine || signal.aborted ? resolve() : undefined);
    const timer = setTimeout(goOn, length);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', end, { signal, once: true });
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * Asks, and asks again while the answer is lost. Only for what carries a key of its own, so that it is done once.
 * A device that is offline beforehand sends nothing: that is a plain failure.
 * @param onUnknown the answer is lost, and it is asked again
 * @param signal ends the repetitions
 * @throws the failure; the last one without an answer when all tries are used up
 */
export async function askUntilKnown<Answer>(
  ask: () => Promise<Answer>,
  onUnknown: () => void,
  signal: AbortSignal,
): Promise<Answer> {
  const isSent = navigator.onLine;
  for (const length of REPEAT_PAUSES) {
    try {
      return await ask();
    } catch (error) {
      if (!isSent || signal.aborted || !isUnknown(error)) throw error;
      onUnknown();
      await pause(length, signal);
      if (signal.aborted) throw error;
    }
  }
  return ask();
}

import { databaseAway } from './database-away.js';

/** How long work that was under way when the connections were lost may still find its own answer, in milliseconds. */
const LAST_WORDS_MS = 250;

/**
 * The answer that `work` finds, or 503 soon after the connections it stands on were lost: nobody waits for an answer that does not
 * come any more, and whatever failed with them is said in the same words.
 * @param lost aborted when they are lost
 */
export async function orAway(lost: AbortSignal, work: () => Promise<Response>): Promise<Response> {
  const done = new AbortController();
  const away = new Promise<Response>((resolve) => {
    const giveUp = () => setTimeout(() => resolve(databaseAway()), LAST_WORDS_MS);
    if (lost.aborted) giveUp();
    // Connections live long: without the end of listening they would remember every request.
    else lost.addEventListener('abort', giveUp, { signal: done.signal });
  });
  try {
    const response = await Promise.race([work(), away]);
    return lost.aborted && response.status >= 500 ? databaseAway() : response;
  } catch (error) {
    if (lost.aborted) return databaseAway();
    throw error;
  } finally {
    done.abort();
  }
}

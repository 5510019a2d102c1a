/** Waits before a portion is sent again, in milliseconds: what was lost on the way is sent twice and counted once. */
const PAUSES = [1000, 4000];

export type Wait = (milliseconds: number) => Promise<unknown>;

/** Lets time pass. */
export const wait: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends, and sends again after a wait where it fails.
 * @throws what the last attempt throws
 */
export async function patiently<T>(pause: Wait, send: () => Promise<T>): Promise<T> {
  for (const milliseconds of PAUSES) {
    try {
      return await send();
    } catch {
      await pause(milliseconds);
    }
  }
  return send();
}

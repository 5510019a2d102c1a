/** Spec section 9, backend client defaults; milliseconds. */
export const LIVE = { heartbeat: 30_000, timeout: 10_000, reconnect: [1000, 2000, 5000, 10_000] } as const;

/**
 * How long to wait before the next attempt to connect.
 * @param tries which attempt it is, from 1
 * @returns milliseconds: 1, 2, 5, then always 10 s (spec section 9)
 */
export const reconnectAfter = (tries: number): number =>
  LIVE.reconnect[Math.max(0, tries - 1)] ?? LIVE.reconnect[LIVE.reconnect.length - 1] ?? 10_000;

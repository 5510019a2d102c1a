/** When the live connection sends a sign of life, gives an address up and tries again, in milliseconds (docs/product.md, Constants and limits). */
export const LIVE = { heartbeat: 30_000, timeout: 10_000, reconnect: [1000, 2000, 5000, 10_000] } as const;

/**
 * How long to wait before the next attempt to connect.
 * @param tries which attempt it is, from 1
 * @returns milliseconds: 1, 2, 5, then always 10 s
 */
export const reconnectAfter = (tries: number): number =>
  LIVE.reconnect[Math.max(0, tries - 1)] ?? LIVE.reconnect[LIVE.reconnect.length - 1] ?? 10_000;

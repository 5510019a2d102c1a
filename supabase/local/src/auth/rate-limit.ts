import { AuthError } from './errors.js';

const FIVE_MINUTES = 5 * 60;
const MAX_KEYS = 10_000;

/** Counts events per key in a sliding window, of five minutes unless it says otherwise. */
export class RateLimit {
  private readonly hits = new Map<string, number[]>();

  constructor(
    private readonly limit: number,
    private readonly windowSeconds = FIVE_MINUTES,
  ) {}

  /** Counts one event; throws `over_request_rate_limit` (429) above the limit. Returns how to take it back. */
  hit(key: string): () => void {
    const since = Date.now() - this.windowSeconds * 1000;
    const recent = (this.hits.get(key) ?? []).filter((at) => at > since);
    if (recent.length >= this.limit) {
      const wait = Math.max(1, Math.ceil(((recent[0] ?? since) - since) / 1000));
      throw new AuthError(
        429,
        'over_request_rate_limit',
        'Request rate limit reached',
        {},
        { 'retry-after': `${wait}` },
      );
    }
    const now = Date.now();
    this.hits.delete(key);
    this.hits.set(key, [...recent, now]);
    // Oldest keys go first; a flood of invented keys must not grow the memory.
    for (const oldest of this.hits.keys()) {
      if (this.hits.size <= MAX_KEYS) break;
      this.hits.delete(oldest);
    }
    return () => {
      const left = (this.hits.get(key) ?? []).filter((at) => at !== now);
      this.hits.set(key, left);
    };
  }
}

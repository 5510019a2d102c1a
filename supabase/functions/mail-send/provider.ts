import type { Letter } from './letter.ts';

/** What became of a letter. */
export type Outcome =
  | { state: 'sent'; providerId: string | null }
  /** `again`: time may heal it. */
  | { state: 'failed'; code: string; words: string; again: boolean; afterSeconds?: number }
  /** It may have been sent: the connection ended before the answer. */
  | { state: 'unknown' };

/** Somebody who sends mail. */
export interface Provider {
  name: 'resend' | 'postmark' | 'smtp';
  send(letter: Letter): Promise<Outcome>;
  /** What became of one that was handed over before, at `handedOverAt`; null: it is to be sent. */
  look(letter: Letter, handedOverAt: string): Promise<Outcome | null>;
}

const PATIENCE_MS = 20_000;

/** Asks a provider over HTTPS; an outcome where there is no answer to read. */
export async function askProvider(
  url: string,
  init: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ response: Response; body: Record<string, unknown> } | { outcome: Outcome }> {
  try {
    const response = await fetch(url, {
      ...init,
      // On a connection that is used again Deno asks twice where it ends without an answer: never unseen by us.
      headers: { ...init.headers, connection: 'close' },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // A page in place of JSON is no answer of a provider's: its status alone counts.
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown> | null;
    return { response, body: body ?? {} };
  } catch (error) {
    // Not even a connection: nothing left.
    const words = `${String(error)} ${String((error as Error).cause)}`;
    return /\(Connect\)|ECONNREFUSED|ENOTFOUND/.test(words)
      ? {
          outcome: {
            state: 'failed',
            code: 'unreachable',
            words: 'The mail service cannot be reached',
            again: true,
          },
        }
      : { outcome: { state: 'unknown' } };
  }
}

/** What a provider says of a refusal; its status where it says nothing. */
export const wordsIn = (message: unknown, { status }: Response): string =>
  typeof message === 'string' && message ? message : `HTTP ${status}`;

/** What a refusal means by its status, as both providers have it. @param words what they say of it */
export function refusalOf(response: Response, words: string): Outcome {
  const { status } = response;
  const wait = Number(response.headers.get('retry-after'));
  if (status === 429)
    return {
      state: 'failed',
      code: 'too_many',
      words,
      again: true,
      ...(wait > 0 && { afterSeconds: Math.ceil(wait) }),
    };
  // Our key or account: whoever runs this can mend it.
  if (status === 401 || status === 402 || status === 403)
    return { state: 'failed', code: 'forbidden', words, again: true };
  if (status >= 500 || status === 408) return { state: 'failed', code: 'unreachable', words, again: true };
  return { state: 'failed', code: 'refused', words, again: false };
}

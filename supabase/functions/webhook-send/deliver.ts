import { Webhook } from 'standardwebhooks';
import { wordsOf } from '../_shared/answers.ts';
import { env } from '../_shared/env.ts';
import { FetchFailure, originsIn, safeFetch } from '../_shared/safe-fetch.ts';

/** An event for an endpoint, as it was taken (`take_webhook_delivery`). */
export interface Delivery {
  delivery_id: string;
  claim: string;
  url: string;
  /** The present one, and those before it that sign besides. */
  secrets: string[];
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** How it went, as `note_webhook_answer` takes it. */
export interface Answer {
  status: number | null;
  code: string | null;
  duration_ms: number;
  answer: string | null;
  retry_at: string | null;
}

/** Longer no endpoint is waited for. */
const SECONDS = 10;
/** So many bytes of an answer are kept. */
const MOST_BYTES = 500;

/** Whether a port is one that programs of people listen on: no mail, no remote shell. */
const isPort = (port: string): boolean => port === '' || Number(port) >= 1024;

/** What is sent: the same bytes at every try. */
export const bodyOf = ({ id, type, timestamp, data }: Delivery): string =>
  JSON.stringify({ id, type, timestamp, data });

/** Headers after Standard Webhooks, signed at this moment with each secret. */
export function headersOf(delivery: Delivery, at = new Date()): Record<string, string> {
  const body = bodyOf(delivery);
  return {
    'content-type': 'application/json',
    'user-agent': 'Paperplane-Webhooks',
    'webhook-id': delivery.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': delivery.secrets
      .map((secret) => new Webhook(secret).sign(delivery.id, at, body))
      .join(' '),
  };
}

/** What a database takes: no control characters, no half letters. */
const kept = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\uFFFD]+/gu, ' ').trim();

/** Sends a delivery once and says how it went. */
export async function answerOf(delivery: Delivery): Promise<Answer> {
  const begun = Date.now();
  const told = (answer: Partial<Answer>): Answer => ({
    ...{ status: null, code: null, answer: null, retry_at: null },
    ...answer,
    duration_ms: Date.now() - begun,
  });
  const allowed = originsIn(env('WEBHOOK_ORIGINS_ALLOWED'));
  const url = URL.canParse(delivery.url) ? new URL(delivery.url) : null;
  if (!url || !(isPort(url.port) || allowed.includes(url.origin))) return told({ code: 'refused' });
  try {
    const { status, text, retryAt } = await safeFetch(
      url,
      { method: 'POST', headers: headersOf(delivery), body: bodyOf(delivery) },
      {
        allowed,
        milliseconds: Number(env('WEBHOOK_TIMEOUT_SECONDS') ?? SECONDS) * 1000,
        mostBytes: MOST_BYTES,
        beginningIsEnough: true,
      },
    );
    return told({ status, answer: kept(text), retry_at: retryAt });
  } catch (error) {
    if (error instanceof FetchFailure) return told({ status: error.status, code: error.code });
    console.error(wordsOf(error));
    return told({ code: 'unreachable' });
  }
}

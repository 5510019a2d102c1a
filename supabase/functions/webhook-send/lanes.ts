import { wordsOf } from '../_shared/answers.ts';
import type { Call } from '../_shared/database.ts';
import { answerOf, type Delivery } from './deliver.ts';

/** Hosted ends a request after some 150 seconds; the job that calls comes every ten. */
const WORKS_MS = 50_000;
/** So many are on their way at once. */
const LANES = 16;

/** Takes one after the other until nothing is to be sent. A slow endpoint keeps its own lanes: the database gives each four at most. */
async function lane(call: Call, end: number): Promise<number> {
  let count = 0;
  while (Date.now() < end) {
    const delivery = await call<Delivery | null>('take_webhook_delivery');
    if (delivery === null) break;
    count += 1;
    const answer = await answerOf(delivery);
    // What cannot be told is tried again when its claim is over: at least once, with the same id.
    await call('note_webhook_answer', {
      delivery_id: delivery.delivery_id,
      claim: delivery.claim,
      ...answer,
    }).catch((error: unknown) => console.error(wordsOf(error)));
  }
  return count;
}

/** Sends what waits, for 50 seconds at most. @returns how many were tried */
export async function sendWebhooks(call: Call): Promise<number> {
  const end = Date.now() + WORKS_MS;
  const counts = await Promise.all(Array.from({ length: LANES }, () => lane(call, end)));
  return counts.reduce((sum, count) => sum + count, 0);
}

import { sql, sqlOne } from './database';
import type { Person, TestAgency } from './test-agency';
import { handOf } from './test-agency';
import { has } from './deeds';
import { serve } from './bank-connections';

/** A delivery as a worker takes it. */
export interface TakenDelivery {
  delivery_id: string;
  claim: string;
  url: string;
  secrets: string[];
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: string };
}

/** What is told of a try. */
export interface Told {
  status?: number | null;
  code?: string | null;
  answer?: string;
  retry_at?: string | null;
}

let count = 0;

/** An endpoint of an agency. @param url in place of its own, which nobody could ask: those of tests are not public */
export async function addEndpoint(
  owner: Person,
  events: string[] = ['sale.*', 'commission.*', 'payout.*', 'customer.*'],
  url?: string,
): Promise<{ id: string; secret: string; url: string }> {
  count += 1;
  const asked = `https://hooks-${count}.agency.example/in`;
  const { id, secret } = await has<{ id: string; secret: string }>(handOf(owner), 'add_webhook_endpoint', {
    url: asked,
    events,
  });
  if (url) await sql('update private.webhook_endpoints set url = $2 where id = $1', [id, url]);
  return { id, secret, url: url ?? asked };
}

/** What is to be told of an agency, in its order. */
export const eventsOf = ({ organizationId }: Pick<TestAgency, 'organizationId'>) =>
  sql<{
    id: string;
    type: string;
    record_type: string;
    record_id: string;
    data: Record<string, unknown>;
  }>(
    `select id, type, record_type, record_id, data from private.webhook_events where organization_id = $1 order by number`,
    [organizationId],
  );

export const take = () => serve<TakenDelivery | null>('take_webhook_delivery');

/** Says how a try went. */
export const tell = (
  { delivery_id, claim }: Pick<TakenDelivery, 'delivery_id' | 'claim'>,
  { status = null, code = null, answer, retry_at = null }: Told,
) =>
  serve('note_webhook_answer', {
    delivery_id,
    claim,
    status,
    code,
    duration_ms: 20,
    answer: answer ?? '',
    retry_at,
  });

/** Takes and answers until nothing is to be sent. @returns what was taken, in its order */
export async function takeAll(answer: (delivery: TakenDelivery) => Told): Promise<TakenDelivery[]> {
  const taken: TakenDelivery[] = [];
  for (let next = await take(); next; next = await take()) {
    taken.push(next);
    await tell(next, answer(next));
  }
  return taken;
}

/** Lets so much time pass for what an endpoint has: its claims, pauses and days. */
export async function pass(endpointId: string, interval: string): Promise<void> {
  await sql(
    `update private.webhook_deliveries d set next_try_at = d.next_try_at - $2::interval, tried_at = d.tried_at - $2::interval,
       first_tried_at = d.first_tried_at - $2::interval where d.endpoint_id = $1`,
    [endpointId, interval],
  );
  await sql(
    `update private.webhook_endpoints e set failing_since = e.failing_since - $2::interval, told_at = e.told_at - $2::interval where e.id = $1`,
    [endpointId, interval],
  );
}

/** How the deliveries of an endpoint stand, in their order. */
export const deliveriesOf = (endpointId: string) =>
  sql<{
    id: string;
    event_id: string;
    state: string;
    tries: number;
    status: number | null;
    code: string | null;
    answer: string | null;
    /** Seconds until the next try. */
    pause: number;
  }>(
    `select id, event_id, state, tries, status, code, answer, ceil(extract(epoch from next_try_at - now()))::int as pause
     from private.webhook_deliveries where endpoint_id = $1 order by number`,
    [endpointId],
  );

export const endpointRow = (id: string) =>
  sqlOne<{ failing_since: string | null; switched_off_at: string | null; switched_off_by: string | null }>(
    `select failing_since::text, switched_off_at::text, switched_off_by from private.webhook_endpoints where id = $1`,
    [id],
  );

/** What a test leaves for nobody: deliveries of other agencies would be taken by the next one. */
export const forgetWebhooks = () => sql('delete from private.webhook_endpoints');

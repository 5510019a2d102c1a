import * as v from 'valibot';
import { command, count, id, moment, page } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

/** What the page of webhooks asks of the database. */
export const contract = {
  get_webhooks: {
    answer: v.strictObject({
      /** Every event there is. */
      types: v.array(v.string()),
      endpoints: v.array(
        v.strictObject({
          id,
          url: v.string(),
          host: v.string(),
          /** Single ones and families: `sale.paid`, `commission.*`. */
          events: v.array(v.string()),
          state: v.picklist(['delivering', 'retrying', 'switched_off']),
          created_at: moment,
          failing_since: v.nullable(moment),
          /** Of one that is retrying: unless it answers. */
          switches_off_at: v.nullable(moment),
          switched_off_at: v.nullable(moment),
          /** Null: by itself. */
          switched_off_by: v.nullable(v.string()),
          /** When the present secret was made, while the one before it signs, too, */
          rotated_at: v.nullable(moment),
          /** and until when that does. */
          former_until: v.nullable(moment),
          waiting: count,
        }),
      ),
    }),
  },
  list_webhook_deliveries: {
    answer: page(
      v.strictObject({
        id,
        endpoint_id: id,
        host: v.string(),
        event_id: id,
        type: v.string(),
        happened_at: moment,
        record: v.strictObject({
          type: v.picklist(['sales', 'commissions', 'payouts', 'customers']),
          id,
          /** Null: it is no more. */
          label: v.nullable(v.string()),
        }),
        state: v.picklist(['waiting', 'delivered', 'given_up']),
        is_sending: v.boolean(),
        tries: count,
        most_tries: count,
        tried_at: v.nullable(moment),
        /** Null: none by itself. */
        next_try_at: v.nullable(moment),
        /** Of the last answer, */
        status: v.nullable(count),
        /** or why there was none. */
        code: v.nullable(v.picklist(['slow', 'unreachable', 'refused', 'redirect'])),
        duration_ms: v.nullable(count),
        answer: v.nullable(v.string()),
      }),
      {},
    ),
  },
  add_webhook_endpoint: { answer: command({ id, secret: v.string() }) },
  change_webhook_endpoint: { answer: command({}) },
  rotate_webhook_secret: { answer: command({ secret: v.string() }) },
  switch_webhook_endpoint: { answer: command({}) },
  delete_webhook_endpoint: { answer: command({}) },
  resend_webhook_delivery: { answer: command({}) },
} satisfies DatabaseContract;

export type WebhooksContract = typeof contract;

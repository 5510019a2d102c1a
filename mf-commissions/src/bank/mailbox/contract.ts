import * as v from 'valibot';
import { command, count, id, moment } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { named, text } from '../contract-parts';

/** What the page of the statement mailbox asks of the database. */
export const contract = {
  get_mailbox: {
    answer: v.strictObject({
      /** Null where this installation receives no mail. */
      address: text,
      renewed_at: v.nullable(moment),
      renewed_by: text,
      /** Senders whose mails wait for a word. */
      waiting: v.array(
        v.strictObject({
          address: v.string(),
          name: v.string(),
          count,
          latest_at: moment,
          subjects: v.array(v.string()),
          /** False: the mail service says that one of them does not come from this address. */
          proven: v.boolean(),
          /** Whose address it seems to be. */
          vendor: v.nullable(named),
        }),
      ),
      /** What was said of senders; without a vendor they are never read. */
      senders: v.array(
        v.strictObject({ address: v.string(), vendor: v.nullable(named), said_at: moment, said_by: text }),
      ),
      /** The last fifty. */
      mails: v.array(
        v.strictObject({
          id,
          sender: v.string(),
          sender_name: v.string(),
          subject: v.string(),
          received_at: moment,
          state: v.picklist(['stored', 'waiting', 'reading', 'done', 'refused']),
          code: text,
          params: v.record(v.string(), v.unknown()),
          vendor: v.nullable(named),
          parts: v.array(
            v.strictObject({
              number: count,
              file_name: v.string(),
              state: v.picklist(['reading', 'read', 'to_read', 'kept', 'refused']),
              code: text,
              params: v.record(v.string(), v.unknown()),
              document_id: v.nullable(id),
              statement_id: v.nullable(id),
            }),
          ),
        }),
      ),
    }),
  },
  renew_mailbox_token: { answer: command({}) },
  answer_waiting_mail: { answer: command({}) },
  forget_mail_sender: { answer: command({}) },
} satisfies DatabaseContract;

import * as v from 'valibot';
import { count, id, moment, person } from '@paperplane/shared/contract';
import { ROLES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const somebody = v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) });

const message = v.strictObject({
  id,
  thread_id: id,
  author_id: id,
  /** Null once deleted. Mentions are `<@id>`. */
  body: v.nullable(v.string()),
  created_at: moment,
  edited_at: v.nullable(moment),
  is_deleted: v.boolean(),
  /** Null also where an erasure took the words. */
  deleted_by: v.nullable(id),
  /** What it is ordered by: thread and message, each by microsecond and id. */
  place: v.strictTuple([v.number(), id, v.number(), id]),
});

/** What a conversation asks of the database. */
export const contract = {
  get_conversation: {
    answer: v.strictObject({
      messages: v.array(message),
      /** Whoever wrote, was mentioned or deleted. */
      people: v.array(somebody),
      /** Whoever may read it. */
      readers: v.array(v.strictObject({ ...somebody.entries, role: v.picklist(ROLES) })),
      /** The first message of the page; earlier ones are asked for by it. */
      before_id: v.nullable(id),
      has_earlier: v.boolean(),
      /** New ones among those that are earlier. */
      new_earlier: count,
      /** How many there are, without deleted ones. */
      count,
      /** Until when the reader had read; null when never. */
      read_at: v.nullable(moment),
    }),
  },
  post_message: { answer: v.null() },
  edit_message: { answer: v.null() },
  delete_message: { answer: v.null() },
  mark_conversation_read: { answer: v.null() },
} satisfies DatabaseContract;

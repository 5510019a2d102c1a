import * as v from 'valibot';
import { command, count, day, id, moment, page } from '@paperplane/shared/contract';
import { DOCUMENT_CATEGORIES, DOCUMENT_RECORD_TYPES, DOCUMENT_VISIBILITIES } from '@paperplane/shared/domain';
import type { DatabaseContract } from '@paperplane/shared/platform';

const somebody = v.nullable(v.string());
const expires_on = v.nullable(day);
const visibility = v.picklist(DOCUMENT_VISIBILITIES);
const category = v.picklist(DOCUMENT_CATEGORIES);

/** One version of a document: a file. */
const file = v.strictObject({ id, number: count, name: v.string(), type: v.string(), size: count });

/** What its uploader, and nobody else, is told of a version that was not accepted (yet). */
const check = v.nullable(
  v.strictObject({
    state: v.picklist(['checking', 'refused']),
    /** Of the file. */
    name: v.string(),
    type: v.string(),
    code: v.nullable(v.string()),
    params: v.looseObject({ found: v.optional(v.string()) }),
    /** It waits for more than a quarter of an hour. */
    is_late: v.boolean(),
  }),
);

const listed = v.strictObject({
  id,
  title: v.string(),
  category,
  visibility,
  expires_on,
  asks_to_read: v.boolean(),
  /** Of what is said about it, for saving. */
  version: count,
  file,
  /** Of the latest version that the reader uploaded. */
  check,
  updated_at: moment,
  updated_by: somebody,
  record: v.nullable(v.strictObject({ type: v.picklist(DOCUMENT_RECORD_TYPES), id, label: v.string() })),
  member: v.nullable(v.strictObject({ id, name: v.string() })),
  may_change: v.boolean(),
  /** The reader is asked to confirm that they have read it, and has not. */
  waits_for_me: v.boolean(),
  /** For admins, where it asks. */
  readers: v.nullable(v.strictObject({ asked: count, read: count })),
});

/** What is said about a document. */
const document = v.strictObject({
  title: v.string(),
  category,
  record_type: v.nullable(v.picklist(DOCUMENT_RECORD_TYPES)),
  record_id: v.nullable(id),
  visibility,
  member_id: v.nullable(id),
  expires_on,
  asks_to_read: v.boolean(),
});

/** What the pages and cards of documents ask of the database. */
export const contract = {
  list_documents: {
    answer: page(listed, {
      counts: v.strictObject({ all: count, expiring: count, expired: count, to_read: count }),
      /** The document that waits for somebody, shown above the list; who else has not read it is for admins. */
      to_confirm: v.nullable(
        v.strictObject({
          id,
          title: v.string(),
          waits_for_me: v.boolean(),
          names: v.array(v.string()),
          count,
        }),
      ),
      /** What a file holds is checked here; otherwise its type is believed. */
      looks_into_files: v.boolean(),
    }),
  },
  get_document: {
    // What is null is for admins.
    answer: v.nullable(
      v.strictObject({
        ...listed.entries,
        versions: v.array(
          v.strictObject({ ...file.entries, uploaded_at: moment, uploaded_by: somebody, check }),
        ),
        read_by: v.nullable(v.array(v.strictObject({ id, name: v.string(), read_at: v.nullable(moment) }))),
        downloads: v.nullable(v.array(v.strictObject({ by: somebody, number: count, at: moment }))),
      }),
    ),
  },
  save_document: { args: { document }, answer: command({}) },
  delete_document: { answer: command({}) },
  confirm_document_read: { answer: command({}) },
  remind_document_readers: { answer: command({ reminded: count }) },
} satisfies DatabaseContract;

import * as v from 'valibot';
import { command, count, id, moment } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';

const person = v.strictObject({ first_name: v.string(), last_name: v.string() });

/** What the page of an agency that is taken along asks of the database. */
export const contract = {
  get_agency_export: {
    /** Null where there is none. */
    answer: v.nullable(
      v.strictObject({
        id,
        state: v.picklist(['waiting', 'ready', 'failed']),
        /** Percent; null while nobody writes. */
        progress: v.nullable(count),
        asked_by: person,
        asked_at: moment,
        ready_at: v.nullable(moment),
        ends_at: v.nullable(moment),
        sealed: v.boolean(),
        rows: v.nullable(count),
        /** In bytes. */
        size: v.nullable(count),
        opened_at: v.nullable(moment),
      }),
    ),
  },
  start_agency_export: { answer: command({ id }) },
  remove_agency_export: { answer: command({}) },
  open_agency_export: {
    answer: v.strictObject({
      /** Goes into the archive as it is. */
      description: v.record(v.string(), v.unknown()),
      parts: v.array(
        v.strictObject({
          number: count,
          path: v.string(),
          kind: v.picklist(['table', 'sealed', 'import']),
          table: v.nullable(v.string()),
          rows: count,
          size: count,
          hash: v.string(),
        }),
      ),
      files: v.array(
        v.strictObject({
          bucket: v.picklist(['documents', 'avatars', 'logos']),
          name: v.string(),
          /** Of documents. */
          file_name: v.nullable(v.string()),
          type: v.string(),
          size: count,
          owner: v.nullable(v.string()),
        }),
      ),
      /** Of payouts. */
      statements: v.array(id),
    }),
  },
  read_agency_export: { answer: v.string() },
} satisfies DatabaseContract;

export type TakeoutContract = typeof contract;
/** An export as it lies on the server, named as the database names it. */
export type OpenedExport = v.InferOutput<(typeof contract)['open_agency_export']['answer']>;

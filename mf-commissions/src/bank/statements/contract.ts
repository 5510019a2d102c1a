import * as v from 'valibot';
import { command, count, day, id, moment, money } from '@paperplane/shared/contract';
import type { DatabaseContract } from '@paperplane/shared/platform';
import { sentFees, sentLines } from '../contract';
import { commission, named, text } from '../contract-parts';

/** Rows of a file that are no bookings. */
const leftOut = v.array(
  v.strictObject({
    line: count,
    why: v.picklist(['text', 'head', 'sum', 'other_table', 'amount']),
    text: v.string(),
  }),
);

const statementStatus = v.picklist(['read', 'expected', 'matched', 'set_aside']);

/** What the pages of vendors' statements ask of the database. */
export const contract = {
  list_vendor_statements: {
    answer: v.strictObject({
      rows: v.array(
        v.strictObject({
          id,
          file_name: text,
          status: statementStatus,
          /** What is to come: its lines less the fee. */
          amount: money,
          created_at: moment,
          expected_on: v.nullable(day),
        }),
      ),
      count,
      /** Of the vendor's bookings: a file is read by them. */
      references: v.array(v.string()),
    }),
  },
  save_vendor_statement: {
    args: { lines: sentLines, fees: sentFees, left_out: leftOut },
    answer: command({ statement_id: id }),
  },
  set_vendor_statement: { answer: command({ version: count }) },
  set_statement_line: { answer: command({ version: count }) },
  get_vendor_statement: {
    answer: v.nullable(
      v.strictObject({
        id,
        vendor: named,
        file_name: text,
        document_id: v.nullable(id),
        status: statementStatus,
        version: count,
        total: money,
        fee: money,
        fees: sentFees,
        left_out: leftOut,
        expected_on: v.nullable(day),
        /** A file that somebody gave, or the statement mailbox. */
        source: v.picklist(['file', 'mailbox']),
        created_at: moment,
        created_by: text,
        /** What came for it: matched, or waiting in the inbox. */
        deposit: v.nullable(
          v.strictObject({ id, amount: money, booked_on: day, text: v.string(), matched: v.boolean() }),
        ),
        lines: v.array(
          v.strictObject({
            kind: v.picklist(['agrees', 'other', 'missing', 'received', 'unlisted']),
            /** Null for what the vendor does not list, as are the next six. */
            line: v.nullable(count),
            reference: text,
            name: text,
            dates: text,
            gross: v.nullable(money),
            text,
            amount: v.nullable(money),
            /** What is open of the commission. */
            ours: v.nullable(money),
            commission: v.nullable(commission),
          }),
        ),
      }),
    ),
  },
  list_mailed_statements: {
    answer: v.array(
      v.strictObject({ id, file_name: v.string(), version_id: id, path: v.string(), received_at: moment }),
    ),
  },
  read_mailed_statement: {
    args: { lines: sentLines, fees: sentFees, left_out: leftOut },
    answer: command({ statement_id: id }),
  },
  keep_mailed_document: { answer: command({}) },
} satisfies DatabaseContract;

import { readId } from '../../domain';
import type { DbResponse } from './client-types';

/** What names a record: `id`, `saleId`. */
const ID = /(^i|I)d$/;

/** As the database says of an id that can name no record. */
const NO_RECORD: DbResponse = {
  data: null,
  error: { code: '22P02', message: 'An id of a record is a UUID.', details: null, hint: null },
  count: null,
  status: 400,
};

/** The database's answer where an argument can name no record, so that nobody asks; null where it may name one. */
export const answerWithoutRecord = (args: object): DbResponse | null =>
  Object.entries(args).some(
    ([name, value]) => ID.test(name) && typeof value === 'string' && readId(value) === null,
  )
    ? NO_RECORD
    : null;

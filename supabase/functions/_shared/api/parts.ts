/** The words that all records of the API are made of. Pure: the function, the tests and the OpenAPI file read them. */
import * as v from 'valibot';

/** An id of a record. */
export const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));

/** A day, YYYY-MM-DD. */
export const day = v.pipe(v.string(), v.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/));

/** A moment in UTC, as answers say it. */
export const time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** A moment in UTC in a request, as precise as a program likes. */
export const moment = v.pipe(
  v.string(),
  v.regex(
    /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/,
  ),
);

/** An amount of money with two decimals, as answers say it. */
export const amount = v.pipe(v.string(), v.regex(/^-?\d{1,14}\.\d\d$/));

/** An amount of money in a request: up to two decimals, never below zero. */
export const amountIn = v.pipe(v.string(), v.regex(/^\d{1,10}(\.\d{1,2})?$/));

/** An amount of money in a request that can be below zero. */
export const signedAmountIn = v.pipe(v.string(), v.regex(/^-?\d{1,10}(\.\d{1,2})?$/));

/** A percentage with two decimals, as answers say it. */
export const percentage = v.pipe(v.string(), v.regex(/^\d{1,3}\.\d\d$/));

/** A percentage in a request. */
export const percentageIn = v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,2})?$/));

/** A currency, ISO 4217. */
export const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/** A country, ISO 3166-1 alpha-2. */
export const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));

/** The version of a record: what its ETag carries, and If-Match sends back. */
export const version = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A text of at most so many characters. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most));

/** A field with the sentence that says what it is: of money what sum, and whose. */
export const said = <Schema extends v.GenericSchema>(schema: Schema, sentence: string) =>
  v.pipe(schema, v.description(sentence));

/** What every list takes: how many, and where the page before ended. */
export const paging = {
  limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/))),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/))),
};

/** What lists take besides that a program keeps a copy of: what has changed from a moment on. */
export const changes = { updated_since: v.optional(moment) };

/** A page of a list: the newest records first, or with `updated_since` those that changed the longest ago; `next_cursor` is null on the last page. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.strictObject({ data: v.array(item), next_cursor: v.nullable(v.string()) });

/** What a resource of the API is made of. Each has a file with its schemas and one entry, which `operations.ts` puts together. */
import type * as v from 'valibot';
import { pageOf } from './parts.ts';

/** What a key may be allowed. `write` includes `read`. */
export type Scope = `${string}:${'read' | 'write'}`;

/** One thing the API can be asked. */
export interface Operation {
  /** Its name, in the database and in the OpenAPI file. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Behind `/v1`; `{id}` is the id of a record. */
  path: string;
  scope: Scope;
  summary: string;
  /** What may stand behind the question mark: a strict object of texts, all optional. */
  query?: v.GenericSchema<Record<string, string | undefined>>;
  body?: v.GenericSchema<Record<string, unknown>>;
  /** What is answered when it goes well, with `status`. */
  answer: v.GenericSchema;
  status: 200 | 201;
  /** Whether the answer has an `ETag` with the version of the record. */
  tagged?: boolean;
  /** Whether it asks for `If-Match` with the version that was read. */
  matched?: boolean;
}

/** `GET` of a path: pages of records. */
export const list = (
  resource: string,
  path: string,
  scope: Scope,
  item: v.GenericSchema,
  query: Operation['query'],
): Operation => ({
  id: `list_${resource}`,
  method: 'GET',
  path,
  scope,
  summary: `List ${resource.replaceAll('_', ' ')}, the newest first`,
  query,
  answer: pageOf(item),
  status: 200,
});

/** `GET` of one record. */
export const one = (
  noun: string,
  path: string,
  scope: Scope,
  answer: v.GenericSchema,
  tagged = false,
): Operation => ({
  id: `get_${noun}`,
  method: 'GET',
  path: `${path}/{id}`,
  scope,
  summary: `Read one ${noun.replaceAll('_', ' ')}`,
  answer,
  status: 200,
  tagged,
});

/** `POST` of a new record. */
export const add = (
  noun: string,
  path: string,
  scope: Scope,
  body: Operation['body'],
  answer: v.GenericSchema,
): Operation => ({
  id: `create_${noun}`,
  method: 'POST',
  path,
  scope,
  summary: `Add a ${noun}`,
  body,
  answer,
  status: 201,
  tagged: true,
});

/** `PATCH` of a record, of the version that was read. */
export const change = (
  noun: string,
  path: string,
  scope: Scope,
  body: Operation['body'],
  answer: v.GenericSchema,
): Operation => ({
  id: `update_${noun}`,
  method: 'PATCH',
  path: `${path}/{id}`,
  scope,
  summary: `Change a ${noun}, if nobody has meanwhile`,
  body,
  answer,
  status: 200,
  tagged: true,
  matched: true,
});

/** A kind of records that the API knows. */
export interface Resource {
  /** As in its paths; the name of its file. */
  name: string;
  /** What the reference says of it. */
  about: string;
  /** What the OpenAPI file names, each as the file exports it. */
  schemas: Readonly<Record<string, v.GenericSchema>>;
  operations: readonly Operation[];
}

import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { toDatabase, type CamelCased } from '../../domain';
import type { StepUpAct } from '../auth/step-up';
import type { Db, DbResponse } from './client-types';
import type { Database } from './database.types';
import { answerWithoutRecord } from './record-id';

type Functions = Database['public']['Functions'];
export type FunctionName = keyof Functions;

/** What a function of the database is asked and answers, where its generated type only says JSON. Schemas are for tests: an app takes their types. */
export interface FunctionContract {
  args?: Readonly<Record<string, GenericSchema>>;
  answer: GenericSchema;
}

/** The functions that a room asks. */
export type DatabaseContract = { readonly [Name in FunctionName]?: FunctionContract };

type SchemasOf<Of> = Of extends { args: infer Args } ? Args : object;

/** The arguments of a function in the browser's names. */
export type ArgsOf<Of extends DatabaseContract, Name extends keyof Of & FunctionName> = CamelCased<{
  [Arg in keyof Functions[Name]['Args']]: Arg extends keyof SchemasOf<Of[Name]>
    ? SchemasOf<Of[Name]>[Arg] extends GenericSchema
      ? InferInput<SchemasOf<Of[Name]>[Arg]>
      : never
    : Functions[Name]['Args'][Arg];
}>;

/** What it answers, in the browser's names; a refusal is an error and no answer. */
export type AnswerOf<Of extends DatabaseContract, Name extends keyof Of> = Of[Name] extends {
  answer: infer Answer extends GenericSchema;
}
  ? CamelCased<Exclude<InferOutput<Answer>, { success: false }>>
  : never;

/** A request, written where it belongs: in the endpoint. It gets the one client; its answer is left as it is, but for one `through` the door. */
export type DbRequest = (db: Db) => PromiseLike<DbResponse>;

/** A request that may be refused until a code confirms it: what is said then. */
export interface ConfirmedRequest extends DbRequest {
  act?: StepUpAct;
}

/** A request in the browser's names: the base query renames what it answers. */
export interface DoorRequest extends DbRequest {
  renamed: true;
  /** Whether `null` says that there is no such record. */
  isOne: boolean;
}

/** Marks a request as one whose answer is renamed. */
export const through = (request: DbRequest, isOne = false): DoorRequest =>
  Object.assign((db: Db) => request(db), { renamed: true as const, isOne });

/** Calls a function, with arguments in the browser's names. An id that can name no record, as an address may have, is answered without asking. */
export const send = async <Name extends FunctionName>(
  db: Db,
  name: Name,
  args: object,
): Promise<DbResponse> =>
  answerWithoutRecord(args) ?? (await db.rpc(name, toDatabase<Functions[Name]['Args']>(args)));

/** Arguments without one that the function does not have. */
export type Exactly<Given, Args> = Given & { [Unknown in Exclude<keyof Given, keyof Args>]: never };

/** Half an endpoint: its request, and its answer as the contract has it. */
export interface Asking<Arg, Answer> {
  query: (arg: Arg) => DoorRequest;
  transformResponse: (answer: Answer) => Answer;
}

/** Half an endpoint of an act that may have to be confirmed by a code: says what it is about. `...confirming(ask('pay_payout', …), ({ act }) => act)` */
export const confirming = <Arg, Answer>(
  { query, ...rest }: Asking<Arg, Answer>,
  act: (arg: Arg) => StepUpAct,
): Asking<Arg, Answer> => ({ ...rest, query: (arg) => Object.assign(query(arg), { act: act(arg) }) });

/** The ways through a door; each gives half an endpoint. */
export interface Door<Of extends DatabaseContract> {
  /** `build.query({ ...ask('list_vendors', (query: VendorsQuery) => ({ page: query.page })), providesTags })` */
  <Called extends keyof Of & FunctionName, Arg, Given extends ArgsOf<Of, Called> = ArgsOf<Of, Called>>(
    name: Called,
    args: (arg: Arg) => Exactly<Given, ArgsOf<Of, Called>>,
  ): Asking<Arg, AnswerOf<Of, Called>>;

  /** Asks for one record: that there is none is the error of a row that is not there. */
  one<Called extends keyof Of & FunctionName, Arg, Given extends ArgsOf<Of, Called> = ArgsOf<Of, Called>>(
    name: Called,
    args: (arg: Arg) => Exactly<Given, ArgsOf<Of, Called>>,
  ): Asking<Arg, NonNullable<AnswerOf<Of, Called>>>;

  /** Asks in the middle of something else, like the upload of a file. */
  within<Called extends keyof Of & FunctionName, Arg>(
    name: Called,
    work: (
      arg: Arg,
      call: (args: ArgsOf<Of, Called>) => PromiseLike<DbResponse>,
      db: Db,
    ) => PromiseLike<DbResponse>,
  ): Asking<Arg, AnswerOf<Of, Called>>;
}

/** Half an endpoint of a request whose answer is renamed. */
export const half = <Arg, Answer>(query: (arg: Arg) => DoorRequest): Asking<Arg, Answer> => ({
  query,
  transformResponse: (answer) => answer,
});

/** The door of a room to the functions it has a contract about: `const ask = databaseDoor<typeof contract>()`. */
export function databaseDoor<Of extends DatabaseContract>(): Door<Of> {
  return Object.assign(
    <Arg, Answer>(name: FunctionName, args: (arg: Arg) => object) =>
      half<Arg, Answer>((arg) => through((db) => send(db, name, args(arg)))),
    {
      one: <Arg, Answer>(name: FunctionName, args: (arg: Arg) => object) =>
        half<Arg, Answer>((arg) => through((db) => send(db, name, args(arg)), true)),
      within: <Arg, Answer>(
        name: FunctionName,
        work: (arg: Arg, call: (args: object) => PromiseLike<DbResponse>, db: Db) => PromiseLike<DbResponse>,
      ) => half<Arg, Answer>((arg) => through((db) => work(arg, (args) => send(db, name, args), db))),
    },
  );
}

/** A write that asks for no row back answers null. */
type RowsOf<Data> = [Data] extends [null] ? null : CamelCased<NonNullable<Data>>;

/**
 * Half an endpoint that reads or writes rows: `build.query({ ...rows((id: string) => (db) => db.from('vendors').select('id, name')) })`.
 * Its answer is as the generated types have it, in the browser's names.
 */
export const rows = <Arg, Request extends PromiseLike<DbResponse>>(
  request: (arg: Arg) => (db: Db) => Request,
): Asking<Arg, RowsOf<Awaited<Request>['data']>> => half((arg) => through(request(arg)));

/** The same of one row, by its id: `build.query({ ...row((id) => (db) => db.from('vendors').select('id, name').eq('id', id).single()) })`. */
export const row = <Request extends PromiseLike<DbResponse>>(
  request: (id: string) => (db: Db) => Request,
): Asking<string, RowsOf<Awaited<Request>['data']>> =>
  half((id) => through(async (db) => answerWithoutRecord({ id }) ?? (await request(id)(db))));

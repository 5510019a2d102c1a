import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import { toDatabase, type CamelCased } from '../../domain';
import type { Client, Db, DbResponse } from './client-types';
import { half, through, type Asking, type Exactly } from './door';
import { isRefused } from './refusals';

/** What an action of an Edge Function is asked, beside its name, and what it answers. Schemas are for tests: an app takes their types. */
export interface ActionContract {
  args: Readonly<Record<string, GenericSchema>>;
  answer: GenericSchema;
}

/** The Edge Functions that a room asks, each with the actions that a body may name. */
export type FunctionsContract = Readonly<Record<string, Readonly<Record<string, ActionContract>>>>;

/** Arguments that may be left out. */
type Optional<Args> = { [Arg in keyof Args]: undefined extends Args[Arg] ? Arg : never }[keyof Args];
type Inputs<Schemas> = {
  [Arg in keyof Schemas]: Schemas[Arg] extends GenericSchema ? InferInput<Schemas[Arg]> : never;
};
type WithOptional<Args> = Omit<Args, Optional<Args>> & Partial<Pick<Args, Optional<Args>>>;

/** The arguments of an action in the browser's names. */
export type FunctionsArgsOf<Of extends ActionContract> = CamelCased<WithOptional<Inputs<Of['args']>>>;

/** What it answers, in the browser's names; a refusal is an error and no answer. */
export type FunctionsAnswerOf<Of extends ActionContract> = CamelCased<InferOutput<Of['answer']>>;

/** `build.mutation({ ...invoke('bank-connections', 'begin', (input: Begin) => input) })` */
export type FunctionsDoor<Of extends FunctionsContract> = <
  Name extends keyof Of & string,
  Action extends keyof Of[Name] & string,
  Arg,
  Given extends FunctionsArgsOf<Of[Name][Action]> = FunctionsArgsOf<Of[Name][Action]>,
>(
  name: Name,
  action: Action,
  args: (arg: Arg) => Exactly<Given, FunctionsArgsOf<Of[Name][Action]>>,
) => Asking<Arg, FunctionsAnswerOf<Of[Name][Action]>>;

/** What supabase-js hands out where a function did not answer with 2xx, or not at all. */
interface InvokeFailure {
  name: string;
  message: string;
}

/** Calls a function. What it refuses comes as an answer, as from the database; any other failure as an error with its name as code. */
async function invoke(db: Db, name: string, body: object): Promise<DbResponse> {
  // What requests get is the one client; its type, which deployed remotes know, names less of it.
  const { functions } = db as Pick<Client, keyof Db | 'functions'>;
  const { data, error, response } = (await functions.invoke<unknown>(name, { body })) as {
    data: unknown;
    error: InvokeFailure | null;
    response?: Response;
  };
  const status = response?.status ?? 0;
  if (!error) return { data, error: null, count: null, status };
  // A relay, or a function that is not there, says what is no JSON, or no refusal.
  const said: unknown = await response?.json().catch(() => null);
  if (isRefused(said)) return { data: said, error: null, count: null, status };
  const { name: code, message } = error;
  return { data: null, error: { name: code, code, message }, count: null, status };
}

/** The door of a room to the Edge Functions it has a contract about, beside `databaseDoor`: the same names, the same errors. */
export const functionsDoor =
  <Of extends FunctionsContract>(): FunctionsDoor<Of> =>
  <Arg, Answer>(name: string, action: string, args: (arg: Arg) => object) =>
    half<Arg, Answer>((arg) =>
      through((db) => invoke(db, name, { action, ...toDatabase<object>(args(arg)) })),
    );

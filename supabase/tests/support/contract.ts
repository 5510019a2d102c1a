import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { DatabaseContract, FunctionContract } from '../../../shared/src/platform/api/door';
import { addBreach, holdAnswer, takeBreaches } from '../../../shared/src/testing/held-answers';

const ROOT = path.resolve(__dirname, '../../..');

export { takeBreaches };

/** The files that say what functions answer: the platform's, and one in each room that asks any. */
export const CONTRACT_FILES = globSync(
  ['shared/src/contract/functions.ts', '{shell,mf-*}/src/**/contract.ts'],
  {
    cwd: ROOT,
  },
).sort();

/** What a file of a room exports; only tests may ask for it. @param file from the root of the project */
export const exportsOf = <Exports extends object>(file: string): Exports =>
  jest.requireActual<Exports>(path.join(ROOT, file));

/** What a file says. Read with the first answer: most tests call no function. */
export const contractOf = (file: string): DatabaseContract =>
  exportsOf<{ contract: DatabaseContract }>(file).contract;

let functions: ReadonlyMap<string, FunctionContract> | undefined;

/** The contract about a function. */
export function functionContract(name: string): FunctionContract | undefined {
  functions ??= new Map(CONTRACT_FILES.flatMap((file) => Object.entries(contractOf(file))));
  return functions.get(name);
}

/** A refusal, as an answer, an error or a row of an import tells it. */
interface Refusal {
  text: unknown;
  code?: unknown;
  params?: unknown;
}

/** What was said under each code with each parameters since the file began. */
const sentences = new Map<string, unknown>();

/** Holds that a refusal has a code, and that its code and parameters have one sentence: whoever translates it needs no more. */
function proveRefusal(where: string, { text, code, params }: Refusal): void {
  if (typeof code !== 'string') return addBreach(`${where}: ${String(text)}: no code`);
  const fact = `${code} ${JSON.stringify(params ?? {})}`;
  const said = sentences.get(fact) ?? text;
  sentences.set(fact, said);
  if (said !== text) addBreach(`${where}: ${fact}: ${String(said)}, and ${String(text)}`);
}

/** The same of an error of the database, where a rule of ours raised it. */
export function proveError(where: string, error: { code?: string; message?: string; detail?: string }): void {
  if (error.code !== 'P0001') return;
  let fact: object = {};
  try {
    fact = Object(JSON.parse(error.detail ?? '')) as object;
  } catch {
    // Words that are no fact are told below.
  }
  proveRefusal(where, { ...fact, text: error.message });
}

/** Lists in answers that say of each what was refused. */
const LISTS = ['errors', 'skipped', 'lines', 'broken'] as const;

/** The same of the refusals in an answer: its own, and those of its parts, like an import's rows. A constraint has no code. */
function proveRefusals(name: string, answer: unknown): void {
  const said = Object(answer) as Record<string, unknown>;
  if (said['success'] === false) proveRefusal(name, { ...said, text: said['error'] });
  for (const list of LISTS.map((key) => said[key]).filter((found) => Array.isArray(found)))
    for (const part of list as Record<string, unknown>[]) {
      const text = part['message'] ?? part['why'];
      if (text && part['code'] !== null) proveRefusal(name, { ...part, text });
    }
}

/** A fact of an answer: a code with its parameters, and the same in English. */
export interface ToldFact {
  /** The function that told it. */
  by: string;
  code: string;
  params: unknown;
  text: string;
}

/** What answers of this file's tests told, each once. */
const facts = new Map<string, ToldFact>();

/** Notes the facts of an answer whose text is under `problem` or `reason`; those of other names are kept in tables. */
function noteFacts(by: string, told: unknown): void {
  if (typeof told !== 'object' || told === null) return;
  const { code, params, problem, reason } = told as Record<string, unknown>;
  const text = problem ?? reason;
  if (typeof code === 'string' && typeof text === 'string' && params !== undefined) {
    const fact = { by, code, params, text };
    facts.set(JSON.stringify(fact), fact);
  }
  for (const inner of Object.values(told)) noteFacts(by, inner);
}

/** The facts that answers have told since the file began. */
export const factsOfAnswers = (): ToldFact[] => [...facts.values()];

/** Holds an answer of a function against its schema, and that its refusals have codes; `takeBreaches` tells. */
export function prove(name: string, answer: unknown): void {
  noteFacts(name, answer);
  proveRefusals(name, answer);
  const contract = functionContract(name);
  if (contract) holdAnswer(name, contract, answer);
}

/** Asks over HTTP, and proves what functions answer and how requests are refused. */
export const provingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(input instanceof Request ? input.url : String(input)) ?? [];
  if (name && response.status === 200) {
    const text = await response.clone().text();
    prove(name, text === '' ? null : JSON.parse(text));
  } else if (response.status === 400) {
    const { details, ...error } = (await response.clone().json()) as Record<string, string | undefined>;
    proveError(name ?? 'a table', { ...error, detail: details });
  }
  return response;
};

import path from 'node:path';
import { globSync } from 'tinyglobby';
import { safeParse } from 'valibot';
import type { DatabaseContract, FunctionContract } from '../../../shared/src/platform/api/door';

const ROOT = path.resolve(__dirname, '../../..');

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

/** What answers of this file's tests did not keep of the contract. */
const breaches = new Set<string>();

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

/** Holds an answer of a function against its schema; `takeBreaches` tells. */
export function prove(name: string, answer: unknown): void {
  noteFacts(name, answer);
  const schema = functionContract(name)?.answer;
  if (!schema) return;
  const { issues = [] } = safeParse(schema, answer);
  for (const { path: at, message } of issues)
    breaches.add(`${name}: ${(at ?? []).map(({ key }) => String(key)).join('.')}: ${message}`);
}

export function takeBreaches(): string[] {
  const found = [...breaches].sort();
  breaches.clear();
  return found;
}

/** Asks over HTTP, and proves what functions answer. */
export const provingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(input instanceof Request ? input.url : String(input)) ?? [];
  if (name && response.status === 200) {
    const text = await response.clone().text();
    prove(name, text === '' ? null : JSON.parse(text));
  }
  return response;
};

import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { DatabaseContract, FunctionContract } from '../../../shared/src/platform/api/door';
import { holdAnswer, takeBreaches } from '../../../shared/src/testing/held-answers';

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

/** Holds an answer of a function against its schema; `takeBreaches` tells. */
export function prove(name: string, answer: unknown): void {
  const contract = functionContract(name);
  if (contract) holdAnswer(name, contract, answer);
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

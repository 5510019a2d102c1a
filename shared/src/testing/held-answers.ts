import { safeParse, type BaseIssue } from 'valibot';
import type { FunctionContract } from '@paperplane/shared/platform';

/** What answers of this file's tests did not keep of the contract. */
const breaches = new Set<string>();

/** Where something is wrong, and what; of several that could be, what is wrong with each. */
function problemsOf(issue: BaseIssue<unknown>, outer: string[] = []): string[] {
  const at = [...outer, ...(issue.path ?? []).map(({ key }) => String(key))];
  const inner = issue.issues?.flatMap((each) => problemsOf(each, at)) ?? [];
  return inner.length > 0 ? inner : [`${at.join('.')}: ${issue.message}`];
}

/** Tells of something that is not kept. */
export const addBreach = (breach: string): void => void breaches.add(breach);

/** Holds an answer of a function against what is said of it, strictly; `takeBreaches` tells. */
export function holdAnswer(name: string, contract: FunctionContract | undefined, answer: unknown): void {
  if (!contract) {
    breaches.add(`${name}: no contract says what it answers`);
    return;
  }
  const { issues = [] } = safeParse(contract.answer, answer);
  for (const problem of issues.flatMap((issue) => problemsOf(issue))) breaches.add(`${name}: ${problem}`);
}

/** What was found since it was last asked. */
export function takeBreaches(): string[] {
  const found = [...breaches].sort();
  breaches.clear();
  return found;
}

import type { Parts } from './dashboard';

/** The first steps of an agency that are done, and what it has not said yet; without a sale it is still new. */
export type FirstStepsDone = NonNullable<Parts['firstSteps']>;

/** Each step, in order, and whether only owners can take it. */
export const STEPS = {
  agency: { isOwners: true, isDone: ({ agency }: FirstStepsDone) => agency },
  split: { isOwners: true, isDone: ({ split }: FirstStepsDone) => split },
  vendor: { isOwners: false, isDone: ({ vendor }: FirstStepsDone) => vendor },
  terms: {
    isOwners: false,
    isDone: ({ vendor, vendorsWithoutTerms }: FirstStepsDone) => vendor && vendorsWithoutTerms === 0,
  },
  people: { isOwners: false, isDone: ({ people }: FirstStepsDone) => people },
  sale: { isOwners: false, isDone: ({ sale }: FirstStepsDone) => sale },
  bank: { isOwners: false, isDone: ({ bank }: FirstStepsDone) => bank },
} as const;

export type StepKey = keyof typeof STEPS;

/** The steps of a person, in order. */
export const stepsOf = (isOwner: boolean): StepKey[] =>
  (Object.keys(STEPS) as StepKey[]).filter((key) => isOwner || !STEPS[key].isOwners);

/** Those of them that are open. */
export const openSteps = (done: FirstStepsDone, isOwner: boolean): StepKey[] =>
  stepsOf(isOwner).filter((key) => !STEPS[key].isDone(done));

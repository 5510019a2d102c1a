import type { ReactNode } from 'react';

/** How one part of a record is named, compared, shown and taken over. Several columns can be one part. */
export interface PartRules<T> {
  label: string;
  /** The value by which two states are compared (`===`); a list answers one text. */
  key: (record: T) => unknown;
  show: (record: T) => ReactNode;
  /** The columns behind it, as they are after it went from one record to the other. */
  copy: (from: T, to: T) => Partial<T>;
}

export type Rules<T, Part extends string> = Readonly<Record<Part, PartRules<T>>>;

/** One part in three states: as the form was opened, as it stands now, as it was typed. */
export interface Difference<Part extends string = string> {
  part: Part;
  label: string;
  before: ReactNode;
  theirs: ReactNode;
  mine: ReactNode;
}

export interface Comparison<Part extends string = string> {
  /** Both changed it, to something different: somebody has to choose. */
  overlapping: Difference<Part>[];
  /** Only the others changed it: it is taken over. */
  taken: Difference<Part>[];
  /** Only the form changed it: it is kept. */
  kept: Difference<Part>[];
  /** The form changed it, and it is locked by now: it cannot be saved. */
  lost: Difference<Part>[];
}

/** Who ends up with each part that both changed. */
export type Choices<Part extends string = string> = Partial<Record<Part, 'mine' | 'theirs'>>;

/**
 * Compares what was typed with what others have saved since the form was opened.
 * @param rules in the order of the form
 * @param isLocked whether a part may no longer change
 */
export function compareRecords<T, Part extends string>(
  rules: Rules<T, Part>,
  before: T,
  theirs: T,
  mine: T,
  isLocked: (part: Part) => boolean = () => false,
): Comparison<Part> {
  const comparison: Comparison<Part> = { overlapping: [], taken: [], kept: [], lost: [] };
  for (const part of Object.keys(rules) as Part[]) {
    const { label, key, show } = rules[part];
    const [was, now, typed] = [key(before), key(theirs), key(mine)];
    if (typed === now || (typed === was && now === was)) continue;
    const difference = { part, label, before: show(before), theirs: show(theirs), mine: show(mine) };
    if (typed === was) comparison.taken.push(difference);
    else if (isLocked(part)) comparison.lost.push(difference);
    else if (now === was) comparison.kept.push(difference);
    else comparison.overlapping.push(difference);
  }
  return comparison;
}

/** The record to save: theirs, with what only the form changed and what was chosen of it. */
export function mergeRecords<T, Part extends string>(
  rules: Rules<T, Part>,
  theirs: T,
  mine: T,
  { kept, overlapping }: Comparison<Part>,
  choices: Choices<Part>,
): T {
  const own = [...kept, ...overlapping.filter(({ part }) => choices[part] === 'mine')];
  return own.reduce<T>((merged, { part }) => ({ ...merged, ...rules[part].copy(mine, merged) }), theirs);
}

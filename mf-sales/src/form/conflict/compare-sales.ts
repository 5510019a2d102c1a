import type { SaleDetail } from '../../sale';
import { PARTS, RULES, type Part } from './sale-parts';

/** One part in three states: as the form was opened, as it stands now, as it was typed. */
export interface Difference {
  part: Part;
  label: string;
  before: string;
  theirs: string;
  mine: string;
}

export interface Comparison {
  /** Both changed it, to something different: somebody has to choose. */
  overlapping: Difference[];
  /** Only the others changed it: it is taken over. */
  taken: Difference[];
  /** Only the form changed it: it is kept. */
  kept: Difference[];
  /** The form changed it, and it is locked by now: it cannot be saved. */
  lost: Difference[];
}

/**
 * Compares what was typed with what others have saved since the form was opened.
 * @param locked whether financial details may no longer change
 */
export function compareSales(
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  locked: boolean,
): Comparison {
  const comparison: Comparison = { overlapping: [], taken: [], kept: [], lost: [] };
  for (const part of PARTS) {
    const { label, financial, key, text: show } = RULES[part];
    const [was, now, typed] = [key(before), key(theirs), key(mine)];
    if (typed === now || (typed === was && now === was)) continue;
    const difference = { part, label, before: show(before), theirs: show(theirs), mine: show(mine) };
    if (typed === was) comparison.taken.push(difference);
    else if (locked && financial) comparison.lost.push(difference);
    else if (now === was) comparison.kept.push(difference);
    else comparison.overlapping.push(difference);
  }
  return comparison;
}

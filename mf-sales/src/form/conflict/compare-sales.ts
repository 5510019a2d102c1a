import { compareRecords, type Comparison } from '@paperplane/shared/ui';
import type { SaleDetail } from '../../sale';
import { RULES, type Part } from './sale-parts';

export type SaleComparison = Comparison<Part>;

/**
 * Compares what was typed with what others have saved since the form was opened.
 * @param locked whether financial details may no longer change
 */
export const compareSales = (
  before: SaleDetail,
  theirs: SaleDetail,
  mine: SaleDetail,
  locked: boolean,
): SaleComparison => compareRecords(RULES, before, theirs, mine, (part) => locked && RULES[part].financial);

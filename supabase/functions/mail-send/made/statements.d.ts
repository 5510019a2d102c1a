/** See mf-commissions/src/payouts/files/mailed-statement.ts. */
import type { Composed, Written } from '../write.ts';

export function mailedStatement(content: Composed, site: string | undefined): Written;

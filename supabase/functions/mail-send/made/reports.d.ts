/** See mf-dashboard/src/reports/mailed. */
import type { Composed, Written } from '../write.ts';

export function mailedReport(content: Composed, site: string | undefined): Promise<Written>;
export function mailedFollowUp(content: Composed): Written;

import { hasFailed, type Dashboard } from './dashboard';
import type { AskedRange } from './dashboard-api';

/** True for whose dashboard, as it opens, shows no sale of theirs: nobody to welcome back. What a chosen range shows says nothing. */
export function sellsFirst(dashboard: Dashboard | undefined, asked: AskedRange): boolean {
  const sales = dashboard?.sales;
  return asked.start === null && sales !== undefined && !hasFailed(sales) && sales.total.count === 0;
}

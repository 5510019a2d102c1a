import { sumAmounts } from '@paperplane/shared/domain';
import type { SaleShares } from '../sale';

type Beside = SaleShares['beside'][number];

/** What stands beside the shares, one row for what one person has in one way: a sale that several share has an override of each part. */
export function besideRows(beside: readonly Beside[]): Beside[] {
  const rows = new Map<string, Beside>();
  for (const each of beside) {
    const key = JSON.stringify([each.role, each.userId ?? each.name, each.paid]);
    const before = rows.get(key);
    rows.set(key, before ? { ...each, amount: sumAmounts([before, each]) } : each);
  }
  return [...rows.values()];
}

import { formatMoney, plural, STATUS_LOOKS, type SaleStatus } from '@paperplane/shared/domain';
import type { SalesByStatus } from '../sale';

/** "184 sales · $982,400 excluding cancelled"; with a status filter, that status alone. */
export function listSubtitle(sums: SalesByStatus | undefined, status: SaleStatus | null): string | undefined {
  if (!sums) return undefined;
  if (!status) {
    return `${plural(sums.total.count, 'sale')} · ${formatMoney(sums.activeTotal.amount)} excluding cancelled`;
  }
  const { count, amount } = sums[status];
  if (count === 0) return 'No sales match these filters';
  const word = STATUS_LOOKS[status].label.toLowerCase();
  return `${plural(count, `${word} sale`)} · ${formatMoney(amount)}`;
}

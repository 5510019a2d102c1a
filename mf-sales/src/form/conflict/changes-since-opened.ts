import { displayName, statusLabel } from '@paperplane/shared/domain';
import type { ChangedRow } from '@paperplane/shared/ui';
import type { SaleDetail } from '../../sale';

const travelersOf = (sale: SaleDetail) =>
  sale.travelers.map((traveler) => displayName(traveler)).join(', ') || 'nobody';

/** What others did meanwhile, beyond the fields one can choose between: status and travelers. */
export function changesSinceOpened(before: SaleDetail, theirs: SaleDetail): ChangedRow[] {
  const rows: ChangedRow[] = [];
  if (before.status !== theirs.status)
    rows.push({ label: 'Status', from: statusLabel(before.status), to: statusLabel(theirs.status) });
  const [was, is] = [before.commission?.status, theirs.commission?.status];
  if (was !== is && was && is)
    rows.push({
      label: 'Commission status',
      from: statusLabel(was),
      to: statusLabel(is),
    });
  if (travelersOf(before) !== travelersOf(theirs))
    rows.push({ label: 'Also traveling', from: travelersOf(before), to: travelersOf(theirs) });
  return rows;
}

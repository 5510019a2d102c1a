import type { Approver, Payout } from '../payout-types';

/**
 * To whom somebody who cannot approve a draft hands it over: who can approve it first. Null where they can approve it, where there is
 * nobody else, and where all that is left is that they handed it over.
 */
export function handOverTo({ payout, approvers }: Payout, ownId: string): Approver | null {
  if (!payout.needsOtherPerson || !approvers) return null;
  const own = approvers.find(({ id }) => id === ownId);
  const others = approvers.filter(({ id }) => id !== ownId);
  const isHandedOver = own?.changes[0]?.action === 'handed_over' && own.changes.length === 1;
  const able = others.find(({ canApprove }) => canApprove);
  if (isHandedOver && able) return null;
  return able ?? others[0] ?? null;
}

import { formatDate, formatMoneyExact, roundHalfAway } from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import type { CommissionShare, OtherCommission, OtherKind } from './other-api';

/** What each kind is called, of one and of several. */
export const KIND_WORDS: Readonly<Record<OtherKind, { one: string; several: string }>> = {
  service_fee: { one: 'Service fee', several: 'Service fees' },
  penalty: { one: 'Penalty', several: 'Penalties' },
  volume_bonus: { one: 'Volume bonus', several: 'Bonuses' },
};

export const KINDS = Object.keys(KIND_WORDS) as OtherKind[];

const ROLE_WORDS: Readonly<Record<CommissionShare['role'], string>> = {
  seller: 'Seller',
  co_seller: 'Co-seller',
  referral: 'Referral',
  override: 'Override',
  override_charge: 'Override, taken off',
  tier_correction: 'Corrected by tier',
};

/** `Co-seller, 25%`; of an override upon whose share it is, as its line in a payout says it. */
export function shareText({ role, percent, upon }: CommissionShare): string {
  if (role === 'tier_correction') return ROLE_WORDS[role];
  const note = `${ROLE_WORDS[role]}, ${percent}%`;
  if (upon === undefined) return note;
  return payoutNote({ note, shareFact: { code: 'override', params: { percent, of: upon } } }) ?? note;
}

/** Who has it; a lead may have an override of each share of a commission. */
export const shareName = (share: CommissionShare): string =>
  share.upon === undefined ? share.name : `${share.name}, ${shareText(share)}`;

/** How a share stands. */
export function shareState(share: CommissionShare, currency: string): string {
  const { status, paidOn, voidedOn, hold, agentAmount, recallable = agentAmount } = share;
  if (status === 'cancelled') return 'Cancelled';
  if (voidedOn) return `Voided ${formatDate(voidedOn)}, paid again with the next payout`;
  if (status === 'paid') {
    const taken = agentAmount > 0 ? roundHalfAway(agentAmount - recallable, 2) : 0;
    const paid = paidOn ? `Paid ${formatDate(paidOn)}` : 'Paid';
    return taken > 0 ? `${paid}, ${formatMoneyExact(taken, currency)} of it taken back` : paid;
  }
  return hold ? `Held: ${hold}` : 'Not paid yet';
}

/** For what it is: a booking, or a vendor and a period. */
export const originText = ({ bookingReference, vendor, periodStart, periodEnd }: OtherCommission): string =>
  [
    bookingReference,
    vendor,
    periodStart && periodEnd && `${formatDate(periodStart)} to ${formatDate(periodEnd)}`,
  ]
    .filter(Boolean)
    .join(', ');

import type { Hue } from './person-hue';

export const SALE_STATUSES = ['booked', 'paid', 'cancelled'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const COMMISSION_STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export const PAYOUT_STATUSES = ['draft', 'approved', 'scheduled', 'paid', 'discarded'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** `held`: a commission that waits for an admin, whatever its status. */
export type AnyStatus = SaleStatus | CommissionStatus | PayoutStatus | 'held';
/** The shape that stands for a status: ring + dot, check, x, dashed ring, half ring, pause. */
export type Glyph = 'booked' | 'check' | 'cross' | 'dashed' | 'half' | 'pause';

interface Look {
  label: string;
  glyph: Glyph;
  /** Colour of the summary card. */
  hue: Hue;
}

/** How each status looks and reads. "cancelled" is the same on both sides. */
export const STATUS_LOOKS: Readonly<Record<AnyStatus, Look>> = {
  booked: { label: 'Booked', glyph: 'booked', hue: 'blue' },
  paid: { label: 'Paid', glyph: 'check', hue: 'green' },
  cancelled: { label: 'Cancelled', glyph: 'cross', hue: 'red' },
  unpaid: { label: 'Unpaid', glyph: 'dashed', hue: 'yellow' },
  funds_received: { label: 'Funds received', glyph: 'half', hue: 'purple' },
  agent_paid: { label: 'Agent paid', glyph: 'check', hue: 'green' },
  draft: { label: 'Draft', glyph: 'dashed', hue: 'gray' },
  approved: { label: 'Approved', glyph: 'booked', hue: 'blue' },
  scheduled: { label: 'Scheduled', glyph: 'booked', hue: 'purple' },
  discarded: { label: 'Discarded', glyph: 'cross', hue: 'red' },
  held: { label: 'Held', glyph: 'pause', hue: 'yellow' },
};

/** "Funds received" for `funds_received`; an unknown value reads as itself. */
export function statusLabel(status: string): string {
  return isStatus(status) ? STATUS_LOOKS[status].label : status;
}

function isStatus(status: string): status is AnyStatus {
  return Object.hasOwn(STATUS_LOOKS, status);
}

/** Guards a filter from the query string: anything else is ignored. */
export function isSaleStatus(value: unknown): value is SaleStatus {
  return SALE_STATUSES.some((status) => status === value);
}

export function isCommissionStatus(value: unknown): value is CommissionStatus {
  return COMMISSION_STATUSES.some((status) => status === value);
}

/** The transitions of the two state machines, whatever the other one says (docs/product/sales.md, Sale states). */
export const SALE_TRANSITIONS: Readonly<Record<SaleStatus, readonly SaleStatus[]>> = {
  booked: ['paid', 'cancelled'],
  paid: ['cancelled'],
  cancelled: [],
};

export const COMMISSION_TRANSITIONS: Readonly<Record<CommissionStatus, readonly CommissionStatus[]>> = {
  unpaid: ['funds_received', 'cancelled'],
  funds_received: ['agent_paid', 'cancelled'],
  agent_paid: [],
  cancelled: [],
};

/**
 * Why a sale may not move to a status now, or `null` when it may. Courtesy: the database decides.
 * @param commissionStatus the status of the sale's commission, when it is known
 */
export function saleTransitionRefusal(
  from: SaleStatus,
  to: SaleStatus,
  commissionStatus?: CommissionStatus | null,
): string | null {
  if (from === to) return `This sale is already ${STATUS_LOOKS[to].label}.`;
  if (from === 'cancelled') return 'Cancellation is final.';
  if (to === 'booked') return 'A paid sale cannot return to Booked.';
  if (to === 'cancelled' && commissionStatus === 'agent_paid') {
    return 'The agent has been paid, so this sale can no longer be cancelled.';
  }
  return null;
}

/**
 * Why a commission may not move to a status now, or `null` when it may. `agent_paid` is legal here, but is
 * reached only by recording the payment.
 * @param saleStatus the status of the commission's sale; without it nothing can be judged
 */
export function commissionTransitionRefusal(
  from: CommissionStatus,
  to: CommissionStatus,
  saleStatus: SaleStatus | null | undefined,
): string | null {
  if (!saleStatus) return 'Cannot validate commission status without sale data';
  if (from === to) return `This commission is already ${STATUS_LOOKS[to].label}.`;
  if (saleStatus === 'cancelled' && to === 'funds_received') {
    return 'Cannot mark commission as funds received for a cancelled sale';
  }
  if (saleStatus === 'cancelled' && to === 'agent_paid') return 'Agent cannot be paid for a cancelled sale';
  if (from === 'agent_paid') return 'The agent has been paid. That is final.';
  if (from === 'cancelled') return 'A cancelled commission cannot be changed.';
  if (to === 'unpaid') return 'Funds received cannot return to Unpaid.';
  if (to === 'agent_paid' && from === 'unpaid') return 'Funds must be received before the agent is paid.';
  if (to === 'agent_paid' && saleStatus !== 'paid') return 'The customer has not paid this sale yet.';
  return null;
}

/** One entry of a status menu: offered, and disabled with the reason when the transition is illegal now. */
export interface StatusOption<S extends AnyStatus> {
  status: S;
  label: string;
  refusal: string | null;
}

/** What a sale's status menu offers: every other status. */
export function saleStatusOptions(
  current: SaleStatus,
  commissionStatus?: CommissionStatus | null,
): StatusOption<SaleStatus>[] {
  return SALE_STATUSES.filter((status) => status !== current).map((status) => ({
    status,
    label: STATUS_LOOKS[status].label,
    refusal: saleTransitionRefusal(current, status, commissionStatus),
  }));
}

/**
 * The statuses on offer: all four without a current status; only cancelled when that is the current one; otherwise
 * everything but cancelled.
 */
export function commissionStatusesOffered(current?: CommissionStatus | null): readonly CommissionStatus[] {
  if (!current) return COMMISSION_STATUSES;
  return current === 'cancelled' ? ['cancelled'] : COMMISSION_STATUSES.filter((s) => s !== 'cancelled');
}

/** The offered statuses with the reason why one is illegal now. */
export function commissionStatusOptions(
  current: CommissionStatus,
  saleStatus: SaleStatus | null | undefined,
): StatusOption<CommissionStatus>[] {
  return commissionStatusesOffered(current).map((status) => ({
    status,
    label: STATUS_LOOKS[status].label,
    refusal: commissionTransitionRefusal(current, status, saleStatus),
  }));
}

/** True while total, rate, commission, currency, vendor and agent may change. */
export function financialsOpen(saleStatus: SaleStatus, commissionStatus?: CommissionStatus | null): boolean {
  return saleStatus === 'booked' && (commissionStatus ?? 'unpaid') === 'unpaid';
}

/** True while the customer may change: of a sale that is paid or cancelled only by an admin. */
export function customerOpen(saleStatus: SaleStatus, isAdmin: boolean): boolean {
  return isAdmin || saleStatus === 'booked';
}

/** Why they may not, and what this person can still edit; or `null`. */
export function financialsLock(
  saleStatus: SaleStatus,
  commissionStatus?: CommissionStatus | null,
  isAdmin = false,
): string | null {
  if (financialsOpen(saleStatus, commissionStatus)) return null;
  const reason =
    saleStatus !== 'booked'
      ? `this sale is ${saleStatus}`
      : `the commission is ${STATUS_LOOKS[commissionStatus ?? 'unpaid'].label.toLowerCase()}`;
  const travelers = customerOpen(saleStatus, isAdmin) ? 'Customer, travelers' : 'Travelers';
  return `Financial details are locked because ${reason}. ${travelers}, booking reference, dates and notes can still be edited.`;
}

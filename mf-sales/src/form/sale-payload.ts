import { sumsOfLines, type SaleLine } from '@paperplane/shared/domain';
import type { CoSeller, PlannedPayment, SaleChanges, SaleDetail, SalePayload } from '../sale';
import type { CheckedSale } from './sale-schema';
import { sameIds } from './sale-values';

/** What a checked form sends: the sale, and who travels beside the customer. */
export interface SaleFormPayload {
  sale: SalePayload;
  travelerIds: readonly string[];
}

/** What a checked form sends. A required number is there: the schema refused everything else. */
export function toPayload(checked: CheckedSale): SaleFormPayload {
  const {
    commissionRate,
    commissionAmount,
    travelerIds,
    paymentPlan,
    coSellers,
    groupId,
    picked: _picked,
    lines,
    ...rest
  } = checked;
  // What most sales do not have is not sent.
  const more = {
    ...(paymentPlan.length > 0 && { paymentPlan }),
    ...(coSellers.length > 0 && { coSellers }),
    ...(groupId !== null && { groupId }),
  };
  if (lines.length > 0) {
    const { total, commission } = sumsOfLines(lines);
    return {
      sale: {
        ...rest,
        ...more,
        totalAmount: total,
        commissionBasis: 'amount',
        commissionAmount: commission,
        lines,
      },
      travelerIds,
    };
  }
  return {
    sale: {
      ...rest,
      ...more,
      totalAmount: checked.totalAmount ?? 0,
      ...(coSellers.length > 0 && { coSellers }),
      ...(checked.commissionBasis === 'rate'
        ? { commissionRate: commissionRate ?? 0 }
        : { commissionAmount: commissionAmount ?? 0 }),
    },
    travelerIds,
  };
}

/** The travelers to send for an edit; `null` when they are the same. */
export function changedTravelers(sale: SaleDetail, travelerIds: readonly string[]): readonly string[] | null {
  return sameIds(
    sale.travelers.map(({ id }) => id),
    travelerIds,
  )
    ? null
    : travelerIds;
}

/** Whether two lists of lines say the same. */
export const sameLines = (a: readonly SaleLine[], b: readonly SaleLine[]): boolean =>
  a.length === b.length &&
  a.every((line, n) => {
    const other = b[n];
    return (
      other !== undefined &&
      (['kind', 'text', 'amount', 'earns', 'rate', 'commission'] as const).every(
        (key) => line[key] === other[key],
      )
    );
  });
/** What a payment of the plan says, in one order. */
const planKey = ({ kind, dueOn, amount, remind }: PlannedPayment) => [kind, dueOn, amount, remind];
/** What a share says, in one order. */
const shareKey = ({ userId, role, percent }: CoSeller) => [userId, role, percent];

/**
 * What to send for an edit: the fields that differ from the sale. The basis goes along whenever its value does, since the two
 * say only together what was typed. Locked fields never differ, so they are never sent.
 */
export function changedFields(sale: SaleDetail, sent: SalePayload): SaleChanges {
  const changes: SaleChanges = {};
  const lines = sent.lines ?? [];
  if (!sameLines(lines, sale.lines)) changes.lines = lines;
  const note = <K extends keyof SaleChanges>(name: K, value: SaleChanges[K], before: unknown) => {
    if (value !== undefined && value !== before) changes[name] = value;
  };
  note('customerId', sent.customerId, sale.customerId);
  note('vendorId', sent.vendorId, sale.vendorId);
  note('agentId', sent.agentId, sale.agentId);
  note('bookingReference', sent.bookingReference, sale.bookingReference);
  note('saleDate', sent.saleDate, sale.saleDate);
  note('travelDate', sent.travelDate, sale.travelDate);
  note('returnDate', sent.returnDate, sale.returnDate);
  note('notes', sent.notes, sale.notes);
  note('groupId', sent.groupId ?? null, sale.group?.id ?? null);

  const shares = sent.coSellers ?? [];
  if (JSON.stringify(shares.map(shareKey)) !== JSON.stringify(sale.coSellers.map(shareKey)))
    changes.coSellers = shares;

  const plan = sent.paymentPlan ?? [];
  if (JSON.stringify(plan.map(planKey)) !== JSON.stringify(sale.paymentPlan.map(planKey)))
    changes.paymentPlan = plan;

  // Sums of lines are the database's.
  if (lines.length > 0) return changes;
  note('totalAmount', sent.totalAmount, sale.totalAmount);
  const value = sent.commissionBasis === 'rate' ? 'commissionRate' : 'commissionAmount';
  if (sent.commissionBasis !== sale.commissionBasis || sent[value] !== sale[value]) {
    changes.commissionBasis = sent.commissionBasis;
    changes[value] = sent[value];
  }
  return changes;
}

import type { SaleChanges, SaleDetail, SalePayload } from '../sale';
import type { CheckedSale } from './sale-schema';
import { sameIds } from './sale-values';

/** What a checked form sends: the sale, and who travels beside the customer. */
export interface SaleFormPayload {
  sale: SalePayload;
  travelerIds: readonly string[];
}

/** What a checked form sends. A required number is there: the schema refused everything else. */
export function toPayload(checked: CheckedSale): SaleFormPayload {
  const { commissionRate, commissionAmount, travelerIds, picked: _picked, ...rest } = checked;
  return {
    sale: {
      ...rest,
      totalAmount: checked.totalAmount ?? 0,
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

/**
 * What to send for an edit: the fields that differ from the sale. The basis goes along whenever its value does, since the two
 * say only together what was typed. Locked fields never differ, so they are never sent.
 */
export function changedFields(sale: SaleDetail, sent: SalePayload): SaleChanges {
  const changes: SaleChanges = {};
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
  note('totalAmount', sent.totalAmount, sale.totalAmount);
  note('notes', sent.notes, sale.notes);

  const value = sent.commissionBasis === 'rate' ? 'commissionRate' : 'commissionAmount';
  if (sent.commissionBasis !== sale.commissionBasis || sent[value] !== sale[value]) {
    changes.commissionBasis = sent.commissionBasis;
    changes[value] = sent[value];
  }
  return changes;
}

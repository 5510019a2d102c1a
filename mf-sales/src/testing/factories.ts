import { fromDatabase } from '@paperplane/shared/domain';
import { saleRow, type SaleRowWords } from '@paperplane/shared/testing';
import type { CommissionStatusChange, Sale, SaleDetail, SaleHistoryEntry } from '../sale';
import { toSaleDetail } from '../sale-detail-api';
import { withPictures } from '../sales-api';

const USUAL = {
  reference: 'NWR-10933',
  sold: '2026-11-18',
  departs: '2027-01-12',
  returns: '2027-01-19',
  amount: 3275,
  rate: 11,
  customer: 'Marcus Whitfield',
  vendor: 'Northwind Rail',
  agent: 'Theo Lindqvist',
};

/** Sales for the tests of this remote: of these words, and with whatever no word says. */
export function aSale(words: SaleRowWords = {}, changes: Partial<SaleDetail> = {}): SaleDetail {
  return { ...toSaleDetail(fromDatabase(saleRow({ ...USUAL, ...words }))), ...changes };
}

/** The same as a list has them. */
export const aListedSale = (words: SaleRowWords = {}, changes: Partial<Sale> = {}): Sale => ({
  ...withPictures(fromDatabase(saleRow({ ...USUAL, ...words }))),
  ...changes,
});

export function anEntry(changes: Partial<SaleHistoryEntry> = {}): SaleHistoryEntry {
  return {
    id: 'entry-1',
    changeType: 'update',
    previousData: {},
    newData: {},
    changedFields: [],
    notes: null,
    code: null,
    params: {},
    comment: null,
    createdAt: '2026-11-19T14:11:00+00:00',
    changedBy: { id: 'u1', firstName: 'Theo', lastName: 'Lindqvist', avatarUrl: null },
    ...changes,
  };
}

export function aCommissionStatusChange(
  changes: Partial<CommissionStatusChange> = {},
): CommissionStatusChange {
  return {
    id: 'move-1',
    newStatus: 'funds_received',
    notes: 'In other words',
    code: 'sale_paid',
    params: {},
    createdAt: '2026-11-19T14:11:00.5+00:00',
    changedBy: { id: 'u1', firstName: 'Theo', lastName: 'Lindqvist', avatarUrl: null },
    ...changes,
  };
}

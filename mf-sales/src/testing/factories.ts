import { fromDatabase } from '@paperplane/shared/domain';
import { idOf, saleRow, shownOf, type Said, type SaleRowWords } from '@paperplane/shared/testing';
import { contract } from '../detail/contract';
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

const { entries, commission } = contract.get_sale_history.answer.entries;
const THEO = { id: idOf('u1'), firstName: 'Theo', lastName: 'Lindqvist' };

export const anEntry = (changes: Said<SaleHistoryEntry> = {}): SaleHistoryEntry =>
  shownOf(entries.item, {
    id: idOf('entry-1'),
    changeType: 'update',
    previousData: {},
    createdAt: '2026-11-19T14:11:00+00:00',
    changedBy: THEO,
    ...changes,
  });

export const aCommissionStatusChange = (changes: Said<CommissionStatusChange> = {}): CommissionStatusChange =>
  shownOf(commission.item, {
    newStatus: 'funds_received',
    notes: 'In other words',
    code: 'sale_paid',
    params: {},
    createdAt: '2026-11-19T14:11:00.5+00:00',
    changedBy: THEO,
    ...changes,
  });

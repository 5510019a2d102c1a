import { commissionRow, idOf, type SaleRowWords } from '@paperplane/shared/testing';
import { fromDatabase } from '@paperplane/shared/domain';
import { toCommission } from '../commission-record';
import type { AgentPayment, Commission, CommissionDeposit } from '../commission-types';

const USUAL = {
  reference: 'AZC-47902',
  sold: '2026-09-28',
  amount: 11400,
  rate: 13,
  customer: 'Elena Duval',
  vendor: 'Azure Coast Cruises',
  agent: 'Priya Raman',
  paid: true,
};

/** The commission of a sale of these words, a paid one unless told otherwise, and with whatever no word says. */
export const aCommission = (words: SaleRowWords = {}, changes: Partial<Commission> = {}): Commission => ({
  ...toCommission(fromDatabase(commissionRow({ ...USUAL, ...words }))),
  ...changes,
});

export const aPayment = (changes: Partial<AgentPayment> = {}): AgentPayment => ({
  id: 'p1',
  amount: 889.2,
  paymentDate: '2026-11-21',
  paymentMethod: 'bank_transfer',
  reference: 'PAY-2026-1121-07',
  notes: null,
  createdAt: '2026-11-21T10:00:00Z',
  createdBy: { id: idOf('u9'), firstName: 'Marisol', lastName: 'Vega', avatarUrl: null },
  ...changes,
});

/** A deposit of the whole commission as an admin sees it. */
export const aDeposit = (changes: Partial<CommissionDeposit> = {}): CommissionDeposit => ({
  amount: 1482,
  bookedOn: '2026-11-16',
  postedOn: '2026-11-16',
  source: {
    transactionId: 't1',
    account: 'Harbour Operating',
    fileName: 'november.csv',
    matchedAt: '2026-11-17T14:24:00Z',
    matchedBy: 'Marisol Vega',
    writtenOff: 0,
    writeOffReason: null,
  },
  ...changes,
});

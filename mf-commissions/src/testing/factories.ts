import type { AgentPayment, Commission, CommissionDeposit } from '../commission-types';

const priya = { id: 'u1', firstName: 'Priya', lastName: 'Raman', avatarUrl: null };

/** A commission whose sale is paid, without a receipt, with whatever a test needs to be different. */
export const aCommission = (changes: Partial<Commission> = {}): Commission => ({
  id: 'c1',
  organizationId: 'o1',
  agentId: priya.id,
  amount: 1482,
  commissionSplit: 60,
  agentAmount: 889.2,
  status: 'funds_received',
  notes: null,
  receipt: null,
  writtenOff: 0,
  manualWriteOffReason: null,
  open: 1482,
  createdAt: '2026-09-28T15:40:00Z',
  sale: {
    id: 's1',
    bookingReference: 'AZC-47902',
    saleDate: '2026-09-28',
    totalAmount: 11400,
    commissionRate: 13,
    status: 'paid',
    customer: { id: 'k1', firstName: 'Elena', lastName: 'Duval' },
    vendor: { id: 'v1', name: 'Azure Coast Cruises', logoUrl: null },
  },
  agent: priya,
  payments: [],
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
  createdBy: { id: 'u9', firstName: 'Marisol', lastName: 'Vega', avatarUrl: null },
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

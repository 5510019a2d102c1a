import type { CommissionStatusChange, SaleDetail, SaleHistoryEntry } from './sale';

/** Sales for the tests of this remote; every detail can be replaced. */
export function aSale(changes: Partial<SaleDetail> = {}): SaleDetail {
  const sale: SaleDetail = {
    id: '0b5e1c1e-0000-4000-8000-000000000001',
    organizationId: 'org',
    customerId: 'customer-1',
    vendorId: 'vendor-1',
    agentId: 'agent-1',
    bookingReference: 'NWR-10933',
    saleDate: '2026-11-18',
    travelDate: '2027-01-12',
    returnDate: '2027-01-19',
    totalAmount: 3275,
    commissionAmount: 360.25,
    commissionRate: 11,
    commissionBasis: 'rate',
    currency: 'USD',
    status: 'booked',
    notes: null,
    createdAt: '2026-11-18T16:20:00+00:00',
    updatedAt: '2026-11-18T16:20:00+00:00',
    version: 1,
    travelers: [],
    customer: {
      id: 'customer-1',
      firstName: 'Marcus',
      lastName: 'Whitfield',
      email: 'm.whitfield@example.com',
      phone: null,
    },
    agent: {
      id: 'agent-1',
      firstName: 'Theo',
      lastName: 'Lindqvist',
      avatarUrl: null,
    },
    vendor: { id: 'vendor-1', name: 'Northwind Rail', logoUrl: null, defaultCommissionRate: 11 },
    commissionId: 'commission-1',
    commissionStatus: 'unpaid',
    agentAmount: 216.15,
    commission: {
      id: 'commission-1',
      status: 'unpaid',
      amount: 360.25,
      commissionSplit: 60,
      agentAmount: 216.15,
      receivedAmount: null,
      receivedOn: null,
      payment: null,
    },
  };
  const changed = { ...sale, ...changes };
  return { ...changed, commissionStatus: changed.commission?.status ?? null };
}

export function anEntry(changes: Partial<SaleHistoryEntry> = {}): SaleHistoryEntry {
  return {
    id: 'entry-1',
    changeType: 'update',
    previous: {},
    next: {},
    changedFields: [],
    notes: null,
    comment: null,
    createdAt: '2026-11-19T14:11:00+00:00',
    changedBy: { id: 'agent-1', firstName: 'Theo', lastName: 'Lindqvist', avatarUrl: null },
    ...changes,
  };
}

export function aCommissionStatusChange(
  changes: Partial<CommissionStatusChange> = {},
): CommissionStatusChange {
  return {
    id: 'move-1',
    status: 'funds_received',
    notes: 'Sale marked as paid',
    createdAt: '2026-11-19T14:11:00.5+00:00',
    changedBy: { id: 'agent-1', firstName: 'Theo', lastName: 'Lindqvist', avatarUrl: null },
    ...changes,
  };
}

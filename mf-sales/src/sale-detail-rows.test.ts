import {
  toHistory,
  toHistoryEntry,
  toSaleDetail,
  type HistoryRow,
  type SaleDetailRow,
} from './sale-detail-rows';

const row: SaleDetailRow = {
  id: 's1',
  organization_id: 'o1',
  customer_id: 'c1',
  vendor_id: 'v1',
  agent_id: 'a1',
  booking_reference: 'B-1',
  sale_date: '2026-11-18',
  travel_date: null,
  return_date: null,
  total_amount: 100.5,
  commission_amount: 10.05,
  commission_rate: 10,
  commission_basis: 'rate',
  currency: 'USD',
  status: 'booked',
  notes: null,
  version: 3,
  created_at: '2026-11-18T16:20:00+00:00',
  updated_at: '2026-11-18T16:20:00+00:00',
  customer: null,
  agent: null,
  vendor: null,
  commission: null,
  travelers: [],
};

const entry: HistoryRow = {
  id: 'h1',
  change_type: 'update',
  previous_data: { total_amount: 1 },
  new_data: { total_amount: 2 },
  changed_fields: ['total_amount'],
  notes: null,
  comment: null,
  created_at: '2026-11-18T16:20:00+00:00',
  changed_by: null,
};

it('shows the commission with the payment to the agent', () => {
  const payment = {
    id: 'p1',
    amount: 6,
    payment_date: '2026-11-30',
    payment_method: 'bank_transfer',
    reference: null,
  };
  const commission = {
    id: 'k1',
    status: 'agent_paid',
    amount: 10.05,
    commission_split: 60,
    agent_amount: 6.03,
    received_amount: 10.05,
    received_on: '2026-11-20',
    payment: [payment],
  };
  expect(toSaleDetail({ ...row, commission }).commission).toMatchObject({
    commissionSplit: 60,
    agentAmount: 6.03,
    payment: { paymentMethod: 'bank_transfer', paymentDate: '2026-11-30' },
  });
  expect(toSaleDetail(row)).toMatchObject({ commission: null, version: 3, travelers: [] });
});

it('lists the travelers by name, without those out of sight', () => {
  const [zoe, adam] = [
    { id: 't1', first_name: 'Zoe', last_name: 'Lind' },
    { id: 't2', first_name: 'Adam', last_name: 'Lind' },
  ];
  const travelers = [{ customer: zoe }, { customer: null }, { customer: adam }];
  expect(toSaleDetail({ ...row, travelers }).travelers.map(({ firstName }) => firstName)).toEqual([
    'Adam',
    'Zoe',
  ]);
});

it('gives snapshots and changed fields the names of the client', () => {
  expect(toHistoryEntry(entry)).toMatchObject({
    previous: { totalAmount: 1 },
    next: { totalAmount: 2 },
    changedFields: ['totalAmount'],
    changedBy: null,
  });
});

it('survives snapshots that are missing or no object', () => {
  const odd = { ...entry, previous_data: null, new_data: [1], changed_fields: null };
  expect(toHistoryEntry(odd)).toMatchObject({ previous: {}, next: {}, changedFields: [] });
});

it('keeps the status changes of the commission, the corrections and the names beside the entries', () => {
  const person = { id: 'u1', first_name: 'Ana', last_name: 'Ruiz', avatar_url: null };
  const statusChange = {
    id: 'm1',
    new_status: 'funds_received' as const,
    notes: 'Came early',
    created_at: '2026-11-19T10:00:00+00:00',
    changed_by: person,
  };
  const correction = {
    id: 'k1',
    kind: 'amounts' as const,
    posted_on: '2026-12-01',
    total_before: 1,
    total_after: 2,
    commission_before: 0.1,
    commission_after: 0.2,
    created_at: '2026-12-04T10:00:00+00:00',
  };
  expect(
    toHistory({
      entries: [entry],
      commission: [statusChange],
      corrections: [correction],
      names: { v1: 'Kestrel' },
    }),
  ).toMatchObject({
    entries: [{ id: 'h1' }],
    commission: [{ status: 'funds_received', changedBy: { firstName: 'Ana' } }],
    corrections: [{ kind: 'amounts', postedOn: '2026-12-01', totalAfter: 2, commissionBefore: 0.1 }],
    names: { v1: 'Kestrel' },
  });
});

import { saleRow } from '@paperplane/shared/testing';
import { toHistory, toHistoryEntry, toSaleDetail, type HistoryRow } from './sale-detail-rows';

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
  const row = saleRow({ amount: 100.5, received: '2026-11-20', agentPaid: '2026-11-30' });
  const commission = { ...row.commission, payment: [row.commission.payment!] };
  expect(toSaleDetail({ ...row, commission }).commission).toMatchObject({
    commissionSplit: 60,
    agentAmount: 6.03,
    payment: { paymentMethod: 'bank_transfer', paymentDate: '2026-11-30' },
  });
  expect(toSaleDetail({ ...row, version: 3, commission: null })).toMatchObject({
    commission: null,
    version: 3,
    travelers: [],
  });
});

it('lists the travelers by name, without those out of sight', () => {
  const [zoe, adam] = [
    { id: 't1', first_name: 'Zoe', last_name: 'Lind' },
    { id: 't2', first_name: 'Adam', last_name: 'Lind' },
  ];
  const travelers = [{ customer: zoe }, { customer: null }, { customer: adam }];
  expect(toSaleDetail({ ...saleRow(), travelers }).travelers.map(({ firstName }) => firstName)).toEqual([
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

import { commissionRow } from '@paperplane/shared/testing';
import { fromDatabase } from '@paperplane/shared/domain';
import type { InferOutput } from 'valibot';
import { toCommission, toHistoryEntry } from './commission-record';
import type { contract } from './contract';

const priya = { id: 'u1', first_name: 'Priya', last_name: 'Raman', avatar_url: null };

const words = {
  reference: 'AZC-47902',
  amount: 11400,
  rate: 13,
  customer: 'Elena Duval',
  agent: 'Priya Raman',
};
const row = fromDatabase({
  ...commissionRow({ ...words, paid: true, received: '2026-11-16' }),
  received_how: 'deposit' as const,
  written_off: 12,
});

type HistoryRow = InferOutput<typeof contract.get_commission_record.answer>['history']['entries'][number];

const history = (changes: Partial<HistoryRow>) =>
  fromDatabase<HistoryRow>({
    id: 'h1',
    change_type: 'update',
    previous_status: 'unpaid',
    new_status: 'unpaid',
    previous_data: null,
    new_data: null,
    notes: null,
    code: null,
    params: {},
    created_at: '2026-10-02T11:05:00+00:00',
    user: priya,
    ...changes,
  });

describe('toCommission', () => {
  it('names everything as pages do', () => {
    expect(toCommission(row)).toMatchObject({
      organizationId: 'o1',
      commissionSplit: 60,
      agentAmount: 889.2,
      receipt: { on: '2026-11-16', amount: 1482, how: 'deposit' },
      writtenOff: 12,
      open: 0,
      sale: { bookingReference: 'AZC-47902', commissionRate: 13, customer: { firstName: 'Elena' } },
      agent: { firstName: 'Priya', lastName: 'Raman' },
      payments: [],
    });
  });

  it('reads the one payment whether it comes as a list, as an object or not at all', () => {
    const expected = [expect.objectContaining({ id: 'p1', paymentMethod: 'bank_transfer' })];
    const { payments } = fromDatabase(commissionRow({ agentPaid: true }));
    expect(toCommission({ ...row, payments }).payments).toEqual(expected);
    expect(toCommission({ ...row, payments: payments[0]! }).payments).toEqual(expected);
    expect(toCommission({ ...row, payments: null }).payments).toEqual([]);
  });

  it('bears a sale and an agent the reader may not see', () => {
    expect(toCommission({ ...row, sale: null, agent: null })).toMatchObject({ sale: null, agent: null });
  });
});

describe('toHistoryEntry', () => {
  it('lists what an update changed, and only that', () => {
    const entry = toHistoryEntry(
      history({
        previous_data: { amount: 1430, agent_amount: 858, commission_split: 60, status: 'unpaid' },
        new_data: { amount: 1482, agent_amount: 889.2, commission_split: 60, status: 'unpaid' },
      }),
    );
    expect(entry.changes).toEqual([
      { field: 'amount', from: 1430, to: 1482 },
      { field: 'agentAmount', from: 858, to: 889.2 },
    ]);
  });

  it('shows no field changes for a change of status', () => {
    const entry = toHistoryEntry(
      history({
        change_type: 'status_change',
        new_status: 'funds_received',
        previous_data: { amount: 1 },
        new_data: { amount: 2 },
      }),
    );
    expect(entry).toMatchObject({ previousStatus: 'unpaid', newStatus: 'funds_received', changes: [] });
  });

  it('tells the receipt that moved a commission', () => {
    const entry = toHistoryEntry(
      history({
        change_type: 'status_change',
        previous_data: { status: 'unpaid', received_on: null },
        new_data: { status: 'funds_received', received_on: '2026-11-16' },
      }),
    );
    expect(entry.changes).toEqual([{ field: 'receivedOn', from: null, to: '2026-11-16' }]);
  });

  it('bears an entry nobody wrote', () => {
    expect(toHistoryEntry(history({ user: null })).user).toBeNull();
  });
});

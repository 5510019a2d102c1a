import { commissionRow, idOf, shownOf, type Said } from '@paperplane/shared/testing';
import { fromDatabase } from '@paperplane/shared/domain';
import { toCommission, toHistoryEntry } from './commission-record';
import { contract } from './contract';

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

const { item: entry } = contract.get_commission_record.answer.entries.history.entries.entries;
const history = (changes: Said<ReturnType<typeof shownOf<typeof entry>>>) =>
  shownOf(entry, {
    changeType: 'update',
    previousStatus: 'unpaid',
    user: { id: idOf('u1'), firstName: 'Priya', lastName: 'Raman' },
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
        previousData: { amount: 1430, agentAmount: 858, commissionSplit: 60, status: 'unpaid' },
        newData: { amount: 1482, agentAmount: 889.2, commissionSplit: 60, status: 'unpaid' },
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
        changeType: 'status_change',
        newStatus: 'funds_received',
        previousData: { amount: 1 },
        newData: { amount: 2 },
      }),
    );
    expect(entry).toMatchObject({ previousStatus: 'unpaid', newStatus: 'funds_received', changes: [] });
  });

  it('tells the receipt that moved a commission', () => {
    const entry = toHistoryEntry(
      history({
        changeType: 'status_change',
        previousData: { status: 'unpaid', receivedOn: null },
        newData: { status: 'funds_received', receivedOn: '2026-11-16' },
      }),
    );
    expect(entry.changes).toEqual([{ field: 'receivedOn', from: null, to: '2026-11-16' }]);
  });

  it('bears an entry nobody wrote', () => {
    expect(toHistoryEntry(history({ user: null })).user).toBeNull();
  });
});

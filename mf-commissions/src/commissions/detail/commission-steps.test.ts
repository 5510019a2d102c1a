import type { CommissionStatus } from '@paperplane/shared/domain';
import type { Commission, CommissionHistoryEntry } from '../commission-types';
import { aCommission } from '../testing/factories';
import { commissionSteps, reachedAt } from './commission-steps';

const moved = (newStatus: CommissionStatus, createdAt: string): CommissionHistoryEntry => ({
  id: createdAt,
  type: 'status_change',
  previousStatus: 'unpaid',
  newStatus,
  changes: [],
  notes: null,
  code: null,
  params: {},
  createdAt,
  user: null,
});

const received = moved('funds_received', '2026-11-17T14:24:00Z');

function steps(commission: Commission, history: CommissionHistoryEntry[] = []) {
  return commissionSteps(commission, history, { timeZone: 'UTC', currency: 'USD' }).map(
    ({ status, state, note }) => [status, state, note],
  );
}

describe('commissionSteps', () => {
  it('says what has to happen while unpaid', () => {
    expect(steps(aCommission({ paid: false }))).toEqual([
      ['unpaid', 'now', 'Sep 28, 2026'],
      ['funds_received', 'todo', 'When the customer pays'],
      ['agent_paid', 'todo', 'Pay Priya $889.20'],
    ]);
    // Where the agency counts deposits, a paid sale waits for the vendor.
    expect(steps(aCommission({}, { status: 'unpaid' }))[1]).toEqual([
      'funds_received',
      'todo',
      'When the vendor pays',
    ]);
  });

  it('says that the vendor paid only with a receipt', () => {
    expect(steps(aCommission({ received: '2026-11-16' }), [received])[1]).toEqual([
      'funds_received',
      'now',
      'Customer paid · Vendor paid Nov 16, 2026',
    ]);
  });

  it('names the payment that is due once the customer has paid', () => {
    expect(steps(aCommission(), [received])).toEqual([
      ['unpaid', 'done', 'Sep 28, 2026'],
      ['funds_received', 'now', 'Customer paid · Not received from vendor'],
      ['agent_paid', 'todo', 'Pay Priya $889.20'],
    ]);
  });

  it('ends with the day of the payment, not of its recording', () => {
    expect(steps(aCommission({ agentPaid: '2026-11-20' }), [received]).at(-1)).toEqual([
      'agent_paid',
      'now',
      'Nov 20, 2026',
    ]);
  });

  it('ends where it was cancelled, with the funds only if they had come', () => {
    const cancelled = moved('cancelled', '2026-11-18T09:00:00Z');
    expect(steps(aCommission({ cancelled: true }), [cancelled]).map(([status]) => status)).toEqual([
      'unpaid',
      'cancelled',
    ]);
    expect(steps(aCommission({ cancelled: true }), [received, cancelled]).map(([status]) => status)).toEqual([
      'unpaid',
      'funds_received',
      'cancelled',
    ]);
  });

  // Holds commissions-11
  it.each([
    [{ cancelled: true }, undefined],
    [{ paid: true }, 'Commission cancelled'],
  ])('says whether it was cancelled alone: %j', (words, label) => {
    const of = aCommission(words, { status: 'cancelled' });
    const last = commissionSteps(of, [], { timeZone: 'UTC', currency: 'USD' }).at(-1);
    expect(last).toMatchObject({ status: 'cancelled', state: 'now' });
    expect(last?.label).toBe(label);
  });
});

describe('reachedAt', () => {
  it('takes the last arrival', () => {
    const again = moved('funds_received', '2026-11-19T00:00:00Z');
    expect(reachedAt([received, again], 'funds_received')).toBe('2026-11-19T00:00:00Z');
    expect(reachedAt([], 'funds_received')).toBeNull();
  });
});

import type { SaleStatus } from '@paperplane/shared/domain';
import { idOf } from '@paperplane/shared/testing';
import { aCommissionStatusChange, aSale, anEntry } from '../testing/factories';
import { routeSteps } from './route-steps';

const context = { timeZone: 'UTC', isAdmin: true };
const none = { entries: [], commission: [] };
const arrived = (status: SaleStatus, createdAt: string) =>
  anEntry({ id: idOf(status), changeType: 'status_change', newData: { status }, createdAt });
const paidEntry = arrived('paid', '2026-11-19T14:11:00Z');
const commission = aSale().commission;
if (!commission) throw new Error('the sale of the tests has a commission');

describe('the route of a sale', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('says every year of a sale of an earlier one', () => {
    const sale = aSale({ sold: '2024-11-18', paid: true, received: '2024-11-20' });
    const steps = routeSteps(sale, {
      history: { entries: [arrived('paid', '2024-11-19T14:11:00Z')], commission: [] },
      ...context,
    });
    expect(steps.map(({ note }) => note).slice(0, 3)).toEqual([
      'Nov 18, 2024',
      'Nov 19, 2024 by Theo Lindqvist',
      'Customer paid · Vendor paid Nov 20, 2024',
    ]);
  });

  it('starts at Booked and says what comes next', () => {
    expect(routeSteps(aSale(), { history: none, ...context })).toEqual([
      { status: 'booked', state: 'now', note: 'Nov 18, 2026' },
      { status: 'paid', state: 'todo', note: 'Next: the customer pays' },
      { status: 'funds_received', state: 'todo', note: undefined },
      { status: 'agent_paid', state: 'todo', note: undefined },
    ]);
  });

  it('stands at Funds received, with who marked it paid and the next payout', () => {
    const sale = aSale({ paid: true, received: '2026-11-20' });
    expect(routeSteps(sale, { history: { ...none, entries: [paidEntry] }, ...context })).toEqual([
      { status: 'booked', state: 'done', note: 'Nov 18, 2026' },
      { status: 'paid', state: 'done', note: 'Nov 19 by Theo Lindqvist' },
      { status: 'funds_received', state: 'now', note: 'Customer paid · Vendor paid Nov 20' },
      { status: 'agent_paid', state: 'todo', note: 'Next: pay Theo $216' },
    ]);
  });

  // Holds core-4
  it('writes the payout in the currency of the agency', () => {
    const sale = aSale({ currency: 'EUR', paid: true, received: '2026-11-20' });
    expect(routeSteps(sale, { history: none, ...context }).at(-1)?.note).toBe('Next: pay Theo €216');
  });

  it('tells agents about their own payout, and the year where it is another one', () => {
    const sale = aSale({ paid: true, received: '2027-01-04' });
    const steps = routeSteps(sale, {
      history: { ...none, entries: [paidEntry] },
      ...context,
      isAdmin: false,
    });
    expect(steps.map(({ note }) => note).slice(2)).toEqual([
      'Customer paid · Vendor paid Jan 4, 2027',
      'Next: your payout of $216',
    ]);
  });

  it('pays what is due of a sale that is divided, the fee too, once it is known', () => {
    const sale = aSale({ paid: true, received: '2026-11-20' }, { feeAmount: 150 });
    const last = (shown: typeof sale, isAdmin: boolean, shares?: { total: number; due: number }) =>
      routeSteps(shown, { history: none, timeZone: 'UTC', isAdmin, shares }).at(-1)?.note;
    expect(last(sale, true)).toBe('Next: pay Theo');
    expect(last(sale, true, { total: 306, due: 306 })).toBe('Next: pay Theo $306');
    expect(last(sale, false)).toBe('Next: your payout');
    expect(last(sale, false, { total: 306, due: 306 })).toBe('Next: your payout of $306');
    const shared = { ...sale, coSellers: [{ userId: idOf('u2'), role: 'co_seller', percent: 40 } as const] };
    expect(last(shared, true, { total: 400, due: 94 })).toBe('Next: pay the agents $94');
    expect(last(shared, false, { total: 306, due: 0 })).toBe('Your share is paid');
    const unpaid = { ...shared, status: 'booked' } as const;
    expect(last(unpaid, true, { total: 765.71, due: 0 })).toBe('2 shares, $765.71');
    expect(last(unpaid, false, { total: 475.27, due: 0 })).toBe('2 shares');
  });

  it('claims no receipt because the customer paid', () => {
    const sale = aSale({ paid: true });
    const steps = routeSteps(sale, { history: { ...none, entries: [paidEntry] }, ...context });
    expect(steps[2]).toMatchObject({ state: 'now', note: 'Customer paid · Not received from vendor' });
  });

  // Holds core-5
  it('does not call a sale paid because its funds came first', () => {
    const sale = aSale({}, { commission: { ...commission, status: 'funds_received' } });
    const steps = routeSteps(sale, { history: none, ...context });
    expect(steps.map(({ state }) => state)).toEqual(['done', 'todo', 'now', 'todo']);
    // Nor asks to pay the agent: the customer comes first.
    expect(steps.map(({ note }) => note)).toEqual([
      'Nov 18, 2026',
      'Next: the customer pays',
      'Not received from vendor',
      undefined,
    ]);
  });

  it('is done when the agent is paid', () => {
    const sale = aSale({ agentPaid: '2026-11-30' });
    const steps = routeSteps(sale, { history: undefined, ...context });
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(steps.at(-1)?.note).toBe('Nov 30, 2026');
  });

  it('ends at Cancelled, by way of Paid when it had been paid', () => {
    const sale = aSale({ cancelled: true });
    const end = arrived('cancelled', '2026-11-21T09:00:00Z');
    const statuses = (history: ReturnType<typeof anEntry>[]) =>
      routeSteps(sale, { history: { ...none, entries: history }, ...context }).map(({ status }) => status);
    expect(statuses([end])).toEqual(['booked', 'cancelled']);
    expect(statuses([end, paidEntry])).toEqual(['booked', 'paid', 'cancelled']);
  });

  it('ends at the cancelled commission of a sale that stands', () => {
    const sale = aSale({ paid: true }, { commission: { ...commission, status: 'cancelled' } });
    const cancelled = aCommissionStatusChange({ newStatus: 'cancelled', createdAt: '2026-11-21T09:00:00Z' });
    const history = { entries: [paidEntry], commission: [cancelled] };
    expect(routeSteps(sale, { history, ...context })).toEqual([
      { status: 'booked', state: 'done', note: 'Nov 18, 2026' },
      { status: 'paid', state: 'done', note: 'Nov 19 by Theo Lindqvist' },
      {
        status: 'cancelled',
        state: 'now',
        label: 'Commission cancelled',
        note: 'Nov 21 by Theo Lindqvist',
      },
    ]);
  });
});

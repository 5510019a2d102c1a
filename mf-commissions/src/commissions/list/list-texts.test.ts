import { listDefaults } from '@paperplane/shared/domain';
import type { CommissionStats } from '../commission-list';
import { COMMISSIONS_LIST } from './commissions-query';
import { listSubtitle, noMatchText, statusTabs } from './list-texts';

const figure = (count: number, amount = 0) => ({ count, amount, agentAmount: amount / 2 });
const stats: CommissionStats = {
  unpaid: figure(62, 41_300),
  fundsReceived: figure(44),
  agentPaid: figure(61),
  cancelled: figure(0),
  total: figure(176, 41_300),
  activeTotal: figure(176, 41_300),
  ready: figure(40),
};
const today = '2026-11-21';
const read = (changes: Partial<ReturnType<typeof listDefaults>> & { overdue?: string; ready?: string }) =>
  COMMISSIONS_LIST.read({ ...listDefaults('createdAt'), overdue: '', ready: '', ...changes }, true);

describe('the line under the title', () => {
  it.each([
    [{}, '176 commissions'],
    [{ from: '2026-08-24', to: '2026-11-21' }, '176 commissions · last 90 days'],
    [{ from: '2026-03-06', to: '2026-03-17' }, '176 commissions · Mar 6 – 17, 2026'],
    [{ status: 'unpaid', from: '2026-03-06' }, '62 unpaid commissions · $41,300.00 · since Mar 6, 2026'],
    [{ overdue: 'true' }, '176 overdue commissions · $41,300.00'],
    [{ ready: 'true' }, '176 commissions ready to pay · $20,650.00'],
    [{ status: 'cancelled' }, 'No commissions match these filters'],
  ])('for %j is %p', (changes, line) => {
    expect(listSubtitle(stats, read(changes), today, { currency: 'USD', isAdmin: true })).toBe(line);
  });

  it('tells agents their share', () => {
    const line = listSubtitle(stats, read({ status: 'unpaid' }), today, { currency: 'USD', isAdmin: false });
    expect(line).toBe('62 unpaid commissions · $20,650.00 your share');
  });

  it.each([
    ['funds_received', '44 commissions with funds received · $0.00'],
    ['agent_paid', '61 commissions paid to agents · $0.00'],
  ])('says %s as a person would', (status, line) => {
    expect(listSubtitle(stats, read({ status }), today, { currency: 'USD', isAdmin: true })).toBe(line);
  });

  // Holds payouts-11
  it('names what can be paid besides, where nothing else is filtered', () => {
    const line = (changes: Parameters<typeof read>[0], isAdmin = true, count = 2) =>
      listSubtitle(stats, read({ ready: 'true', ...changes }), today, {
        ...{ currency: 'USD', isAdmin, beside: { count, amount: 60 } },
      });
    const id = '0b5e1c1e-0000-4000-8000-000000000001';
    const all = '176 commissions ready to pay · $20,650.00';
    expect(line({})).toBe(`${all} · $60.00 more of other commissions`);
    expect(line({ agentId: id })).toBe(`${all} · $60.00 more of other commissions`);
    expect(line({}, false)).toBe(`${all} your share · $60.00 more of other commissions and overrides`);
    for (const more of [{ vendorId: id }, { q: 'haddad' }, { from: today, to: today }])
      expect(line(more)).not.toContain('more of');
    expect(line({}, true, 0)).toBe(all);
  });

  it('waits for the figures', () => {
    expect(listSubtitle(undefined, read({}), today, { currency: 'USD', isAdmin: true })).toBeUndefined();
  });
});

describe('what is said when nothing matches', () => {
  it('echoes status, search and dates', () => {
    expect(noMatchText(read({ status: 'agent_paid' }), today)).toEqual({
      title: 'No commissions are “Agent paid”',
      text: 'Nothing matches these filters. Clear them to see all commissions.',
    });
    expect(noMatchText(read({ q: 'haddad', from: today, to: today }), today)).toEqual({
      title: 'No commissions for “haddad”',
      text: 'Nothing today matches. Widen the date range or clear the filters.',
    });
    expect(noMatchText(read({ overdue: 'true' }), today).title).toBe('No commissions are overdue');
    expect(noMatchText(read({ ready: 'true' }), today).title).toBe('No commissions are ready to pay');
    expect(noMatchText(read({ q: 'haddad', status: 'unpaid' }), today).title).toBe(
      'No commissions for “haddad” are “Unpaid”',
    );
  });
});

describe('statusTabs', () => {
  const hrefOf = (status: string) => `/commissions?status=${status}`;

  it('offers all and each status with its count, and marks the one shown', () => {
    expect(statusTabs('funds_received', stats, hrefOf)).toEqual([
      { label: 'All', to: '/commissions?status=', active: false, count: 176 },
      { label: 'Unpaid', to: '/commissions?status=unpaid', active: false, count: 62 },
      { label: 'Funds received', to: '/commissions?status=funds_received', active: true, count: 44 },
      { label: 'Agent paid', to: '/commissions?status=agent_paid', active: false, count: 61 },
      { label: 'Cancelled', to: '/commissions?status=cancelled', active: false, count: 0 },
    ]);
  });

  it('stands without numbers while they load', () => {
    expect(statusTabs(null, undefined, hrefOf).map(({ count }) => count)).toEqual(Array(5).fill(undefined));
  });
});

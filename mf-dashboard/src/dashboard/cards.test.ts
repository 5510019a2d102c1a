/** @jest-environment jsdom */
import { commissionCards, saleCards } from './cards';

const range = { start: '2025-11-22', end: '2026-11-21' };
const dates = 'from=2025-11-22&to=2026-11-21';
const figure = (count: number, amount: number) => ({ count, amount });

describe('saleCards', () => {
  const cards = saleCards(
    {
      booked: figure(142, 611_800),
      paid: figure(284, 1_322_200),
      cancelled: figure(19, 77_800),
      total: figure(445, 2_011_800),
      activeTotal: figure(426, 1_934_000),
    },
    range,
  );

  it('shows the active total, without the cancelled', () => {
    expect(cards.find(({ title }) => title === 'Total')).toMatchObject({
      count: 426,
      amount: 1_934_000,
      share: 100,
    });
  });

  // Holds dashboard-9
  it('leads to the sales of each status in the same days, and the total to all but the cancelled', () => {
    expect(cards.map(({ title, to }) => [title, to])).toEqual([
      ['Booked', `/sales?status=booked&${dates}`],
      ['Paid', `/sales?status=paid&${dates}`],
      ['Total', `/sales?status=active&${dates}`],
      ['Cancelled', `/sales?status=cancelled&${dates}`],
    ]);
  });

  it('measures booked and paid against what is active, cancelled against everything', () => {
    expect(cards.map(({ share }) => share)).toEqual([32, 68, 100, 4]);
  });
});

describe('commissionCards', () => {
  const money = (count: number, amount: number) => ({ count, amount, agentAmount: amount / 2 });
  const figures = {
    unpaid: money(131, 58_600),
    fundsReceived: money(44, 32_700),
    agentPaid: money(251, 130_800),
    cancelled: money(19, 9_330),
    total: money(445, 231_430),
    activeTotal: money(426, 222_100),
    ready: money(40, 30_000),
  };
  const shown = (isAdmin: boolean) =>
    commissionCards(figures, range, { isAdmin, currency: 'USD', today: '2026-11-21' });

  it('shows each status with its share of what is not cancelled, and leads to its list', () => {
    expect(shown(true).map(({ title, to, share, count }) => [title, to, share, count])).toEqual([
      ['Unpaid', `/commissions?status=unpaid&${dates}`, 26, 131],
      ['Funds Received', `/commissions?status=funds_received&${dates}`, 15, 44],
      ['Agent Paid', `/commissions?status=agent_paid&${dates}`, 59, 251],
      ['Cancelled', `/commissions?status=cancelled&${dates}`, 4, 19],
    ]);
  });

  it('shows admins gross commission, what can be paid, and what agents were paid', () => {
    expect(shown(true).map(({ amount, note }) => [amount, note])).toEqual([
      [58_600, null],
      [32_700, '$15,000 ready to pay, last 365 days'],
      [65_400, 'of $130,800 gross'],
      [9_330, null],
    ]);
  });

  it('shows agents their share, and names the gross commission beside it', () => {
    expect(shown(false).map(({ amount, note }) => [amount, note])).toEqual([
      [29_300, 'of $58,600 gross'],
      [16_350, 'of $32,700 gross'],
      [65_400, 'of $130,800 gross'],
      [4_665, 'of $9,330 gross'],
    ]);
  });

  it('has no shares of nothing', () => {
    const none = money(0, 0);
    const empty = Object.fromEntries(Object.keys(figures).map((name) => [name, none])) as typeof figures;
    const cards = commissionCards(empty, range, { isAdmin: true, currency: 'USD', today: '2026-11-21' });
    expect(cards.map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });
});

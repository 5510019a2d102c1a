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

  it('leads to the sales of each status in the same days, and the total to all of them', () => {
    expect(cards.map(({ title, to }) => [title, to])).toEqual([
      ['Booked', `/sales?status=booked&${dates}`],
      ['Paid', `/sales?status=paid&${dates}`],
      ['Total', `/sales?${dates}`],
      ['Cancelled', `/sales?status=cancelled&${dates}`],
    ]);
  });

  it('measures booked and paid against what is active, cancelled against everything', () => {
    expect(cards.map(({ share }) => share)).toEqual([32, 68, 100, 4]);
  });
});

describe('commissionCards', () => {
  it('shows each status with its share and leads to its list', () => {
    const cards = commissionCards(
      {
        unpaid: figure(131, 58_600),
        funds_received: figure(44, 32_700),
        agent_paid: figure(251, 130_800),
        cancelled: figure(19, 9_330),
        total: figure(445, 231_430),
      },
      range,
    );
    expect(cards.map(({ title, to, share, count }) => [title, to, share, count])).toEqual([
      ['Unpaid', `/commissions?status=unpaid&${dates}`, 25, 131],
      ['Funds Received', `/commissions?status=funds_received&${dates}`, 14, 44],
      ['Agent Paid', `/commissions?status=agent_paid&${dates}`, 57, 251],
      ['Cancelled', `/commissions?status=cancelled&${dates}`, 4, 19],
    ]);
  });

  it('has no shares of nothing', () => {
    const none = figure(0, 0);
    const cards = commissionCards(
      {
        unpaid: none,
        funds_received: none,
        agent_paid: none,
        cancelled: none,
        total: none,
      },
      range,
    );
    expect(cards.map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });
});

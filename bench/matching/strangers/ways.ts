import type { Chance } from '../chance';
import type { Region } from './types';
import type { Payer, Trade } from './trade';

const weekday = (chance: Chance) => 1 + chance.below(5);
/** A day of the month on which monthly payers pay. */
export const monthDay = (chance: Chance) => chance.of([3, 10, 15, 22, 27]);

/** Who wires, who sends checks, who pays everything due in one: by shares of the bookings, whoever the largest vendors are. */
export function giveWays(chance: Chance, region: Region, trade: Trade): void {
  // Nobody wires the commission of a rented car.
  some(chance, trade, 0.1, (payer) => (payer.channel = 'wire'), 20_000);
  some(chance, trade, { us: 0.08, uk: 0.03, eu: 0 }[region], (payer) => {
    if (payer.channel !== 'ach') return;
    payer.channel = 'check';
    if (chance.is(0.3)) payer.feeOnce = 400;
  });
  some(chance, trade, 0.7, (payer) => {
    const every = chance.of(['fortnight', 'month', 'month'] as const);
    payer.together = true;
    payer.run = { every, on: every === 'month' ? monthDay(chance) : weekday(chance) };
  });
  tellApart(trade);
}

/** Of the vendors with groups one names travelers only, one numbers only, each booking by itself: twins and neighbours. */
function tellApart(trade: Trade): void {
  const grouped = trade.habits.filter(
    (habit) =>
      habit.groups &&
      trade.payers[habit.payer]?.role === 'own' &&
      trade.payers[habit.payer]?.channel === 'ach',
  );
  for (const [n, remit] of (['name', 'bare'] as const).entries()) {
    const payer = trade.payers[grouped[n]?.payer ?? -1];
    if (payer) Object.assign(payer, { remit, together: false, run: { every: 'week', on: 2 + n } });
  }
}

/** Changes payers of their own in any order until they stand for a share of what such payers pay. */
function some(chance: Chance, trade: Trade, share: number, change: (payer: Payer) => void, least = 0): void {
  const weightOf = (payer: Payer) =>
    trade.habits.reduce((sum, habit) => sum + (trade.payers[habit.payer] === payer ? habit.weight : 0), 0);
  const usual = (payer: Payer) =>
    trade.habits.find((habit) => trade.payers[habit.payer] === payer)?.median ?? 0;
  const own = trade.payers
    .filter(({ role }) => role === 'own')
    .map((payer) => ({ payer, weight: weightOf(payer), at: chance.next(), usual: usual(payer) }))
    .sort((a, b) => a.at - b.at);
  let left = share * own.reduce((sum, { weight }) => sum + weight, 0);
  for (const { payer, weight, usual: median } of own)
    if (weight <= left * 1.2 && median >= least) {
      left -= weight;
      change(payer);
    }
}

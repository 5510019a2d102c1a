import type { Chance } from '../chance';
import type { Sale } from './bookings';
import { bankDay, isoOf, monthEnd, parts, weekday } from './days';
import type { Payer, Trade } from './trade';

export type ItemKind = 'exact' | 'over' | 'short' | 'part' | 'recall';

/** What one payment pays of one booking. */
export interface Item {
  sale: Sale;
  /** Ordinal of the booking in the world. */
  booking: number;
  cents: number;
  kind: ItemKind;
}

/** Money that a payer sends or takes back in one go. */
export interface Payment {
  payer: number;
  day: number;
  items: Item[];
  /** Kept by the payer or on the way. */
  fee: number;
  statement: boolean;
  /** A recall as a line of its own, with its number or without; the same paid twice, and that taken back. */
  special: 'recall with number' | 'recall without' | 'duplicate' | null;
}

/** The day a payer's next run is booked at the bank. */
export function nextRun(payer: Payer, day: number): number {
  const { every, on } = payer.run;
  let at = day;
  if (every === 'month') while (Number(parts(at).d) !== on) at++;
  if (every === 'week' || every === 'fortnight')
    while (weekday(at) !== on || (every === 'fortnight' && Math.floor((at + 3) / 7) % 2 !== 0)) at++;
  return bankDay(at);
}

/** Everything the vendors pay and take back within the year; sets the days on which an admin marked bookings received. */
export function makePayments(
  chance: Chance,
  trade: Trade,
  sales: Sale[],
  first: number,
  last: number,
): Payment[] {
  const runs = new Map<string, Payment>();
  const send = (payerNo: number, day: number, item: Item): Payment | null => {
    const payer = trade.payers[payerNo];
    if (!payer || day < first || day > last) return null;
    const key = payer.together ? `${payerNo} ${day}` : `${payerNo} ${day} ${item.booking} ${runs.size}`;
    let payment = runs.get(key);
    if (payment && payment.items.length >= 40) {
      runs.set(`${key} full ${runs.size}`, payment);
      payment = undefined;
    }
    payment ??= { payer: payerNo, day, items: [], fee: 0, statement: false, special: null };
    payment.items.push(item);
    runs.set(key, payment);
    return payment;
  };
  // Some miss a month, and pay for two in the next.
  const missed = trade.payers.map(({ together }) =>
    together && chance.is(0.35) ? 1 + chance.below(11) : null,
  );
  const runOf = (payerNo: number, payer: Payer, day: number) => {
    const at = nextRun(payer, day);
    if (Number(parts(at).m) !== missed[payerNo]) return at;
    return nextRun(payer, monthEnd(at) + 1);
  };
  const recalls: { item: Item; payer: number; paidOn: number }[] = [];
  sales.forEach((sale, booking) => {
    if (sale.readyOn === null) return;
    const { payer: payerNo, otherAmount } = habitOf(trade, sale);
    const payer = trade.payers[payerNo];
    if (!payer) return;
    const day = runOf(payerNo, payer, sale.readyOn);
    if (day < first || (sale.booking.entered && chance.is(0.01))) {
      // Paid before the year, or into another account.
      if (chance.is(0.95)) mark(sale, day + chance.below(6), last);
      return;
    }
    if (chance.is(0.03)) mark(sale, day + chance.below(6), last);
    for (const [n, { cents, kind }] of amounts(chance, sale.booking.commission, otherAmount).entries()) {
      const at = n === 0 ? day : runOf(payerNo, payer, day + n * (18 + chance.below(40)));
      const item = { sale, booking, cents, kind };
      const sent = send(payerNo, at, item);
      if (sent && kind !== 'part' && sale.booking.entered && chance.is(0.018))
        recalls.push({ item, payer: payerNo, paidOn: at });
    }
  });
  const payments = [...new Set(runs.values())];
  for (const payment of payments) keepFees(chance, trade, payment);
  const taken: Payment[] = [];
  for (const { item, payer, paidOn } of recalls) {
    const cents = -(chance.is(0.15) ? Math.round(item.cents * chance.between(0.3, 0.7)) : item.cents);
    const back: Item = { ...item, cents, kind: 'recall' };
    const later = payments.find(
      (run) =>
        run.payer === payer &&
        trade.payers[payer]?.together === true &&
        run.day >= paidOn + 10 &&
        run.items.reduce((sum, one) => sum + one.cents, 0) > -cents + 1000,
    );
    if (later && chance.is(0.75)) later.items.push(back);
    else {
      const day = bankDay(paidOn + 12 + chance.below(55));
      if (day <= last)
        taken.push({
          payer,
          day,
          items: [back],
          fee: 0,
          statement: false,
          special: chance.is(0.65) ? 'recall with number' : 'recall without',
        });
    }
  }
  return [...payments, ...taken, ...duplicates(chance, payments, last)].sort((a, b) => a.day - b.day);
}

function habitOf(trade: Trade, sale: Sale) {
  const habit = trade.habits[sale.vendor];
  if (!habit) throw new Error(`No vendor ${sale.vendor}`);
  return habit;
}

function mark(sale: Sale, day: number, last: number): void {
  if (sale.booking.entered && day <= last)
    sale.booking.markedReceivedOn = isoOf(Math.max(day, Date.parse(sale.booking.recordedOn) / 86_400_000));
}

/** What the vendor pays of a commission, in one amount or in parts. */
function amounts(chance: Chance, due: number, otherAmount: number): { cents: number; kind: ItemKind }[] {
  if (chance.is(0.025) && due > 4000) {
    const share = chance.of([0.5, 0.5, 0.3, 0.25, chance.between(0.2, 0.8)]);
    const one = Math.round(due * share);
    if (chance.is(0.75)) return [one, due - one].map((cents) => ({ cents, kind: 'part' }));
    const two = Math.round((due - one) / 2);
    return [one, two, due - one - two].map((cents) => ({ cents, kind: 'part' }));
  }
  if (!chance.is(otherAmount)) return [{ cents: due, kind: 'exact' }];
  if (chance.is(0.2)) {
    const cents = Math.round(due * chance.of([16 / 15, 1.1, 1.2, chance.between(1.01, 1.15)]));
    return [{ cents: cents === due ? due + 100 : cents, kind: 'over' }];
  }
  // Another rate than agreed, without what is not commissionable, a small fee.
  const cents = chance.of([
    () => Math.round((due * 10) / 12),
    () => Math.round(due * 0.9),
    () => Math.round(due * chance.between(0.55, 0.98)),
    () => due - 250,
  ])();
  return [{ cents: Math.max(200, Math.min(cents, due - 1)), kind: 'short' }];
}

/** Wires lose a fee and something by exchange, settlement services and some checks a fee of their own; without a statement nobody can tell. */
function keepFees(chance: Chance, trade: Trade, payment: Payment): void {
  const payer = trade.payers[payment.payer];
  if (!payer) return;
  const paid = payment.items.filter((item) => item.cents > 0).sort((a, b) => b.cents - a.cents);
  const total = payment.items.reduce((sum, item) => sum + item.cents, 0);
  payment.statement =
    payer.layout !== null && chance.is(payment.items.length > 1 || payer.role === 'settlement' ? 0.93 : 0.5);
  let fee = payer.feeOnce + payer.feeEach * paid.length;
  if (payer.channel === 'wire' && chance.is(0.6)) fee += 1000 + 100 * chance.below(16);
  payment.fee = fee < total * 0.5 ? fee : 0;
  if (payment.statement) return;
  if (payer.channel === 'wire' && chance.is(0.5))
    for (const item of paid) item.cents = Math.round(item.cents * (1 + chance.between(-0.042, 0.018)));
  for (const item of paid) {
    const kept = Math.min(payment.fee, Math.floor(item.cents / 2));
    item.cents -= kept;
    payment.fee -= kept;
  }
}

/** By mistake the same again, half of it taken back later. */
function duplicates(chance: Chance, payments: Payment[], last: number): Payment[] {
  const again: Payment[] = [];
  for (const payment of payments) {
    if (
      payment.items.length !== 1 ||
      !payment.items[0]?.sale.booking.entered ||
      payment.items[0].kind === 'recall' ||
      !chance.is(0.009)
    )
      continue;
    const day = bankDay(payment.day + 1 + chance.below(12));
    if (day > last) continue;
    again.push({ ...payment, day, items: [...payment.items], statement: false, special: 'duplicate' });
    const back = bankDay(day + 10 + chance.below(30));
    if (chance.is(0.5) && back <= last)
      again.push({
        ...payment,
        day: back,
        fee: -payment.fee,
        statement: false,
        items: payment.items.map((item) => ({ ...item, cents: -item.cents })),
        special: 'duplicate',
      });
  }
  return again;
}

import type { Agency, Customer, Seller, Vendor } from './agency';
import { addDays, dayOf, momentOn, saleDays, type Calendar } from './calendar';
import { chooseCompanions } from './companions';
import { CANCEL_NOTES, SALE_NOTES } from './names';
import { createRandom, type Random } from './random';

const DAY = 86_400_000;

/** Money in cents, rates in hundredths of a percent: whole numbers, so that they round as the database does. */
export interface SaleLifecycle {
  id: string;
  commissionId: string;
  customer: Customer;
  /** Who travels beside the customer. */
  companions: Customer[];
  vendor: Vendor;
  agent: Seller;
  reference: string;
  saleDate: string;
  travelDate: string | null;
  returnDate: string | null;
  total: number;
  rate: number;
  commission: number;
  basis: 'rate' | 'amount';
  notes: string | null;
  createdAt: Date;
  /** The first total, when it was corrected later. */
  edit: { at: Date; firstTotal: number; firstRate: number; firstCommission: number } | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
  /** An admin has seen the vendor's money; most of it, not all. */
  receipt: { at: Date; amount: number } | null;
  /** The commission alone was cancelled, on a paid sale. */
  writtenOff: { at: Date; note: string } | null;
  payout: { at: Date; day: string; method: string; reference: string } | null;
}

/** `numeric` rounds half away from zero; all numbers here are whole and positive. */
export const share = (amount: number, rate: number): number => Math.floor((amount * rate + 5000) / 10_000);

/** The other half of a commission, as the trigger of the database derives it. */
function derive(total: number, basis: 'rate' | 'amount', rate: number, commission: number) {
  if (basis === 'rate') return { rate, commission: share(total, rate) };
  return { rate: total === 0 ? 0 : Math.floor((commission * 20_000 + total) / (2 * total)), commission };
}

/** Agents are paid on the 5th and the 20th, for what was received at least ten days before. */
function payoutDay(received: string): string {
  let day = addDays(received, 10);
  while (!/-(05|20)$/.test(day)) day = addDays(day, 1);
  return day;
}

const later = (calendar: Calendar, day: string): boolean => day > calendar.today;

function drawOutcome(calendar: Calendar, random: Random, sold: string) {
  const none = { paidDay: null, cancelledDay: null, writtenOffDay: null, payoutDay: null };
  const paidDay = addDays(sold, random.chance(0.35) ? random.between(0, 3) : random.between(4, 55));
  const cancelsBefore = random.chance(0.045);
  if (cancelsBefore || random.chance(0.008)) {
    // Cancelled instead of paid; a few are simply left open.
    const day = addDays(sold, random.between(2, 40));
    return { ...none, cancelledDay: cancelsBefore && !later(calendar, day) ? day : null };
  }
  if (later(calendar, paidDay)) return none;
  const paid = { ...none, paidDay };
  if (random.chance(0.018)) {
    const day = addDays(paidDay, random.between(1, 9));
    return later(calendar, day) ? paid : { ...paid, cancelledDay: day };
  }
  if (random.chance(0.006)) {
    const day = addDays(paidDay, random.between(1, 9));
    return later(calendar, day) ? paid : { ...paid, writtenOffDay: day };
  }
  const day = payoutDay(paidDay);
  return later(calendar, day) || random.chance(0.012) ? paid : { ...paid, payoutDay: day };
}

/** The vendor pays some days after the customer, mostly before the agent is paid and mostly all of it. */
function drawReceipt(
  paidAt: Date,
  payoutAt: Date | null,
  calendar: Calendar,
  commission: number,
  random: Random,
): SaleLifecycle['receipt'] {
  const at = new Date(paidAt.getTime() + random.between(2, 8) * DAY);
  const seen = random.chance(payoutAt ? 0.85 : 0.5);
  const amount = random.chance(0.08) ? share(commission, 9500) : commission;
  const inTime = at < calendar.now && (payoutAt === null || at < payoutAt) && dayOf(at) <= calendar.today;
  return seen && inTime && amount > 0 ? { at, amount } : null;
}

function travel(vendor: Vendor, sold: string, random: Random): [string | null, string | null] {
  if (random.chance(0.04)) return [null, null];
  const leaves = addDays(sold, Math.min(420, Math.round(75 * random.spread(0.7)) + 3));
  const nights = vendor.kind.nights;
  return [leaves, nights ? addDays(leaves, random.between(nights[0], nights[1])) : null];
}

/** Generates every sale of an agency with its whole life cycle, from its booking to the payment of its agent. */
export function createSaleLifecycles(agency: Agency, calendar: Calendar, random: Random): SaleLifecycle[] {
  const days = saleDays(calendar, agency.plan.sales, random);
  // Chances of their own: who comes along changes nothing else in the demo.
  const companionRandom = createRandom(agency.plan.sales);
  const receiptRandom = createRandom(agency.plan.sales + 1);
  return days.map((saleDate, index) => {
    const agent = random.weighted(agency.sellers, (s) =>
      saleDate >= s.from && saleDate <= s.until ? s.weight : 0,
    );
    const vendor = random.weighted(agency.vendors, (v) => v.weight);
    const customer = random.weighted(agency.customers, (c) => (c.from <= saleDate ? c.weight : 0));
    // Packages have round prices, tickets and rentals have cents.
    const round = vendor.kind.typical > 1500 ? 500 : 1;
    const first = Math.max(
      2500,
      Math.round((vendor.kind.typical * 100 * random.spread(vendor.kind.sigma)) / round) * round,
    );
    const basis = random.chance(0.12) ? 'amount' : 'rate';
    const typedRate = random.chance(0.15) ? vendor.rate + random.pick([-50, 50, 100]) : vendor.rate;
    const typedCommission = Math.round(share(first, typedRate) / 500) * 500;
    const before = derive(first, basis, typedRate, typedCommission);

    const outcome = drawOutcome(calendar, random, saleDate);
    const createdAt = momentOn(calendar, saleDate, random);
    const after = (day: string | null, earlier: Date): Date | null => {
      if (!day) return null;
      const moment = momentOn(calendar, day, random);
      // Never before what came before it, and never in the future.
      return moment > earlier
        ? moment
        : new Date(Math.min(earlier.getTime() + 60_000, calendar.now.getTime()));
    };
    const edited = random.chance(0.08) && outcome.cancelledDay === null && saleDate < calendar.today;
    const editAt = edited ? new Date(createdAt.getTime() + random.between(2, 40) * 60_000) : createdAt;
    const total = edited ? first + random.between(1, 6) * 5000 : first;
    const now = edited ? derive(total, basis, typedRate, before.commission) : before;
    const paidAt = after(outcome.paidDay, editAt);
    const cancelledAt = after(outcome.cancelledDay, paidAt ?? editAt);
    const writtenOffAt = paidAt && after(outcome.writtenOffDay, paidAt);
    const payoutAt = paidAt && after(outcome.payoutDay, paidAt);
    const [travelDate, returnDate] = travel(vendor, saleDate, random);
    const stands = paidAt !== null && !cancelledAt && !writtenOffAt;
    const receipt = stands ? drawReceipt(paidAt, payoutAt, calendar, now.commission, receiptRandom) : null;
    return {
      id: random.uuid(),
      commissionId: random.uuid(),
      customer,
      companions: chooseCompanions(
        customer,
        agency.customers,
        { day: saleDate, overnight: vendor.kind.nights !== null },
        companionRandom,
      ),
      vendor,
      agent,
      reference: `${vendor.kind.reference}-${String(10_000 + index * 7 + random.between(0, 6))}`,
      saleDate,
      travelDate,
      returnDate,
      total,
      rate: now.rate,
      commission: now.commission,
      basis,
      notes: random.chance(0.16) ? random.pick(SALE_NOTES) : null,
      createdAt,
      edit: edited
        ? { at: editAt, firstTotal: first, firstRate: before.rate, firstCommission: before.commission }
        : null,
      paidAt,
      cancelledAt,
      receipt,
      writtenOff: writtenOffAt ? { at: writtenOffAt, note: random.pick(CANCEL_NOTES) } : null,
      payout:
        payoutAt && outcome.payoutDay
          ? {
              at: payoutAt,
              day: outcome.payoutDay,
              method: random.weighted(['bank_transfer', 'check', 'cash', 'card', 'other'], (m) =>
                m === 'bank_transfer' ? 14 : m === 'check' ? 4 : 0.3,
              ),
              reference: `PAY-${outcome.payoutDay}`,
            }
          : null,
    };
  });
}

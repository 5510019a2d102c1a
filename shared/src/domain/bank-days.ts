import { addDays, type IsoDate } from './dates';

/** How money moves: `us` by ACH, `iban` by SEPA; as kinds of bank accounts. */
export type BankKind = 'us' | 'iban';

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const iso = (date: Date): IsoDate => date.toISOString().slice(0, 10);
/** 0: Sunday. */
const weekdayOf = (day: IsoDate) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easterSunday(year: number): IsoDate {
  const whole = Math.floor;
  const golden = year % 19;
  const century = whole(year / 100);
  const epact =
    (19 * golden + century - whole(century / 4) - whole((century - whole((century + 8) / 25) + 1) / 3) + 15) %
    30;
  const weekday = (32 + 2 * (century % 4) + 2 * whole((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const days = epact + weekday - 7 * whole((golden + 11 * epact + 22 * weekday) / 451) + 114;
  return iso(utc(year, whole(days / 31), (days % 31) + 1));
}

/** The nth weekday of a month, 0 for Sunday; the last one for n = -1. */
function nthWeekday(year: number, month: number, weekday: number, n: number): IsoDate {
  if (n < 0) {
    const last = iso(utc(year, month + 1, 0));
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const first = iso(utc(year, month, 1));
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

/** A holiday of the Federal Reserve on a Sunday is kept on Monday, one on a Saturday not at all. */
const observed = (day: IsoDate) => (weekdayOf(day) === 0 ? addDays(day, 1) : day);

function holidays(kind: BankKind, year: number): IsoDate[] {
  const on = (month: number, day: number) => iso(utc(year, month, day));
  if (kind === 'iban') {
    const easter = easterSunday(year);
    return [on(1, 1), addDays(easter, -2), addDays(easter, 1), on(5, 1), on(12, 25), on(12, 26)];
  }
  return [
    on(1, 1),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    nthWeekday(year, 5, 1, -1),
    on(6, 19),
    on(7, 4),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    on(11, 11),
    nthWeekday(year, 11, 4, 4),
    on(12, 25),
  ].map(observed);
}

/** Whether money moves on a day by accounts of this kind. Courtesy: the database decides (private.is_bank_day). */
export const isBankDay = (kind: BankKind, day: IsoDate): boolean =>
  weekdayOf(day) % 6 !== 0 && !holidays(kind, Number(day.slice(0, 4))).includes(day);

/** The bank days of all these kinds next to a day, or null when it is one itself. */
export function bankDaysNextTo(
  kinds: readonly BankKind[],
  day: IsoDate,
): { before: IsoDate; after: IsoDate } | null {
  const isOpen = (each: IsoDate) => kinds.every((kind) => isBankDay(kind, each));
  if (isOpen(day)) return null;
  const next = (step: number) => {
    let found = addDays(day, step);
    while (!isOpen(found)) found = addDays(found, step);
    return found;
  };
  return { before: next(-1), after: next(1) };
}

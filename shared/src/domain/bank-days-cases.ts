import type { BankKind } from './bank-days';

/**
 * Weekdays on which no money moves, as the Federal Reserve and the European Central Bank publish them, written out by hand for ten
 * years: `MM-DD`. Beyond them two years that Easter treats apart, as calendars print them: 2049, a week earlier than its moon says, and
 * 2106, of another century. The database and the field are both tested by this table.
 */
export const BANK_HOLIDAYS: Readonly<Record<BankKind, Readonly<Record<number, string>>>> = {
  us: {
    2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
    2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
    2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2032: '01-01 01-19 02-16 05-31 07-05 09-06 10-11 11-11 11-25',
    2033: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  },
  iban: {
    2024: '01-01 03-29 04-01 05-01 12-25 12-26',
    2025: '01-01 04-18 04-21 05-01 12-25 12-26',
    2026: '01-01 04-03 04-06 05-01 12-25',
    2027: '01-01 03-26 03-29',
    2028: '04-14 04-17 05-01 12-25 12-26',
    2029: '01-01 03-30 04-02 05-01 12-25 12-26',
    2030: '01-01 04-19 04-22 05-01 12-25 12-26',
    2031: '01-01 04-11 04-14 05-01 12-25 12-26',
    2032: '01-01 03-26 03-29',
    2033: '04-15 04-18 12-26',
    2049: '01-01 04-16 04-19',
    2106: '01-01 04-16 04-19',
  },
};

/** Every day of those years by hand: each weekday that is no holiday is a bank day. */
export function* bankDayCases(kind: BankKind): Generator<[day: string, isBankDay: boolean]> {
  for (const [year, list] of Object.entries(BANK_HOLIDAYS[kind])) {
    const closed = new Set(list.split(' ').map((day) => `${year}-${day}`));
    for (let at = Date.UTC(Number(year), 0, 1); at < Date.UTC(Number(year) + 1, 0, 1); at += 86_400_000) {
      const date = new Date(at);
      const day = date.toISOString().slice(0, 10);
      const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
      yield [day, !isWeekend && !closed.has(day)];
    }
  }
}

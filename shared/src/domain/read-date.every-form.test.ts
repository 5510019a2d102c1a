import type { DateOrder } from './date-order';
import { readDate } from './read-date';

/** Dates in the forms of many programs, written from a day that is known; nothing here is shared with the reader. */
const FORMS: Readonly<Record<string, DateOrder>> = {
  'dd.mm.yyyy': 'dmy',
  'd.m.yyyy': 'dmy',
  'dd.mm.yy': 'dmy',
  'dd/mm/yyyy': 'dmy',
  'd/m/yy': 'dmy',
  'dd-mm-yyyy': 'dmy',
  'dd-mm-yy': 'dmy',
  'mm/dd/yyyy': 'mdy',
  'm/d/yyyy': 'mdy',
  'm/d/yy': 'mdy',
  'yyyy-mm-dd': 'ymd',
  'yyyy/mm/dd': 'ymd',
  'yyyy/m/d': 'ymd',
  'd Mmm yyyy': 'dmy',
};
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function write(day: string, form: string): string {
  const [y = '', m = '', d = ''] = day.split('-');
  const parts: Record<string, string | undefined> = {
    yyyy: y,
    yy: y.slice(2),
    mm: m,
    m: String(Number(m)),
    dd: d,
    d: String(Number(d)),
    Mmm: MONTHS[Number(m) - 1],
  };
  return form.replace(/yyyy|yy|Mmm|mm|m|dd|d/g, (part) => parts[part] ?? '');
}

it.each(Object.entries(FORMS))('reads each day of four years written as %s', (form, order) => {
  const wrong: string[] = [];
  for (let time = Date.UTC(2025, 0, 1); time < Date.UTC(2029, 0, 1); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10);
    const text = write(day, form);
    if (readDate(text, order, 2035) !== day) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

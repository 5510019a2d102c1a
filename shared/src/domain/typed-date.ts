import type { DateOrder } from './date-order';
import { isIsoDate } from './dates';
import { readDay } from './read-day';

/** The last year that two digits may mean in a field. @param max the last day that the field takes, ISO */
const latestYear = (max: string): number => Number(max.slice(0, 4));

/**
 * How a field shows a day: `12/31/2026`, `31.12.2026`, `2026-12-31`. Between dots the day always comes first.
 * @param text ISO; whatever else a field holds stays as it is
 */
export function dateInput(text: string, order: DateOrder): string {
  if (order === 'ymd' || !isIsoDate(text)) return text;
  const [year, month, day] = text.split('-');
  return order === 'mdy' ? `${month}/${day}/${year}` : `${day}.${month}.${year}`;
}

/**
 * What a form knows of a typed date.
 * @param max the last day that the field takes, ISO
 * @returns ISO; '' for nothing; what is no date stays what was typed, so that no rule takes it for nothing
 */
export function readTypedDate(text: string, order: DateOrder, max: string): string {
  const typed = text.trim();
  const read = readDay(typed, order, latestYear(max));
  return read.ok ? read.on : typed;
}

/** What is wrong with a typed date, with an example; null for a date and for nothing. @param max the last day that the field takes, ISO */
export function typedDateProblem(text: string, order: DateOrder, max: string): string | null {
  if (text.trim() === '') return null;
  const read = readDay(text, order, latestYear(max));
  return read.ok ? null : `${read.why} Enter a date like ${dateInput('2026-12-31', order)}.`;
}

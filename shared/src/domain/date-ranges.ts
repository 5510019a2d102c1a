import { addDays, formatDate, formatDateRange, isIsoDate, today as todayIn, type IsoDate } from './dates';

/** Two calendar dates, both included. */
export interface DateRange {
  start: IsoDate;
  end: IsoDate;
}

/** A filter by date: either side may be open. Both open is no filter. */
export interface OpenDateRange {
  start: IsoDate | null;
  end: IsoDate | null;
}

/** The presets, in the order in which they are offered (docs/product/core.md, Date ranges). */
export const DATE_PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'last30Days',
  'last90Days',
  'last365Days',
  'thisYear',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

export const DATE_PRESET_LABELS: Readonly<Record<DatePreset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  last365Days: 'Last 365 days',
  thisYear: 'This year',
};

/** 0 for Sunday, the first day of the week, to 6 for Saturday. */
export function weekdayOf(date: IsoDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The first day of a date's month. */
export function startOfMonth(date: IsoDate): IsoDate {
  return `${date.slice(0, 8)}01`;
}

/** The first day of the month some months later (or earlier, when negative). */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Start and end in order: a start after the end is swapped with it. */
export function orderRange<R extends OpenDateRange>(range: R): R {
  const { start, end } = range;
  return start !== null && end !== null && start > end ? { ...range, start: end, end: start } : range;
}

/**
 * The two dates of a preset. "This" week, month and year are whole ones, so that a link to them keeps its name until
 * they are over; the last 30, 90 and 365 days include today. Weeks begin on Sunday.
 * @param today the organization's calendar date of today
 */
export function presetRange(preset: DatePreset, today: IsoDate): DateRange {
  const sunday = addDays(today, -weekdayOf(today));
  switch (preset) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'thisWeek':
      return { start: sunday, end: addDays(sunday, 6) };
    case 'lastWeek':
      return { start: addDays(sunday, -7), end: addDays(sunday, -1) };
    case 'thisMonth':
      return { start: startOfMonth(today), end: addDays(addMonths(today, 1), -1) };
    case 'last30Days':
      return { start: addDays(today, -29), end: today };
    case 'last90Days':
      return { start: addDays(today, -89), end: today };
    case 'last365Days':
      return { start: addDays(today, -364), end: today };
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: `${today.slice(0, 4)}-12-31` };
  }
}

/** A range that moves with the calendar, as a picker offers it. */
export interface RangePreset {
  key: string;
  label: string;
  range: (today: IsoDate) => DateRange;
}

/** The presets of lists and the dashboard. */
export const STANDARD_PRESETS: readonly RangePreset[] = DATE_PRESETS.map((key) => ({
  key,
  label: DATE_PRESET_LABELS[key],
  range: (today) => presetRange(key, today),
}));

/** Which of these presets the dates are today, or `null`. */
export const presetIn = (
  presets: readonly RangePreset[],
  { start, end }: OpenDateRange,
  today: IsoDate,
): RangePreset | null =>
  presets.find(({ range }) => {
    const dates = range(today);
    return dates.start === start && dates.end === end;
  }) ?? null;

/** The preset that these dates are today, or `null`. */
export function presetOf({ start, end }: OpenDateRange, today: IsoDate): DatePreset | null {
  return (
    DATE_PRESETS.find((preset) => {
      const range = presetRange(preset, today);
      return range.start === start && range.end === end;
    }) ?? null
  );
}

/** "Last 90 days", "Mar 6 – 17, 2027", "Since Mar 6, 2026", "Until Mar 6, 2026"; `null` for no range. */
export function describeRange(range: OpenDateRange, today: IsoDate): string | null {
  const { start, end } = range;
  if (start === null && end === null) return null;
  if (end === null) return `Since ${formatDate(start)}`;
  if (start === null) return `Until ${formatDate(end)}`;
  const preset = presetOf(range, today);
  return preset ? DATE_PRESET_LABELS[preset] : formatDateRange(start, end);
}

/** The same behind a figure: "last 90 days", "today", "Mar 6 – 17, 2027", "since Mar 6, 2026"; null for all time. */
export function rangeAside(range: OpenDateRange, today: IsoDate): string | null {
  const label = describeRange(range, today);
  // A month's name keeps its capital.
  return label && /^(Last|This|Today|Yesterday|Since|Until)/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
}

/** The same inside a sentence: "in the last 90 days", "today", "from Mar 6 – 17, 2027", "since Mar 6, 2026". */
export function rangeInSentence(range: OpenDateRange, today: IsoDate): string | null {
  const label = describeRange(range, today);
  if (label === null) return null;
  const preset = range.start !== null && range.end !== null ? presetOf(range, today) : null;
  if (preset?.startsWith('last') && preset !== 'lastWeek') return `in the ${label.toLowerCase()}`;
  if (preset) return label.toLowerCase();
  if (range.start === null || range.end === null) return label.charAt(0).toLowerCase() + label.slice(1);
  return range.start === range.end
    ? `on ${label}`
    : `between ${formatDate(range.start)} and ${formatDate(range.end)}`;
}

/** Reads `from` and `to` of a query string: what is no date is ignored, a reversed pair is swapped. */
export function readRange(from: string, to: string): OpenDateRange {
  return orderRange({ start: isIsoDate(from) ? from : null, end: isIsoDate(to) ? to : null });
}

/**
 * The last 365 days: the dashboard's range when none is set (docs/product/dashboard.md, Dashboard range).
 * @param timeZone the organization's, which decides what today is
 */
export function defaultRange(timeZone: string, now?: Date): DateRange {
  return presetRange('last365Days', todayIn(timeZone, now));
}

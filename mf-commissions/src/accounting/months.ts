const written = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** `January 2027` */
export const monthText = (month: string): string => written(month, { month: 'long', year: 'numeric' });

/** `January` */
export const monthName = (month: string): string => written(month, { month: 'long' });

/** The month behind one. */
export function nextMonth(month: string): string {
  const day = new Date(`${month}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 10);
}

/** The months from one to another, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.unshift(month);
  return months;
}

/** The month that an address says, `2027-01`; null where it says none. */
export const monthOf = (said: string | null): string | null =>
  said && /^(199|20|21)\d{1,2}-(0[1-9]|1[0-2])$/.test(said) && said.length === 7 ? `${said}-01` : null;

const written = (day: string, parts: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...parts, timeZone: 'UTC' });

/** As `private.day_words`: "Nov 21, 2026". */
export const dayWords = (day: string): string =>
  written(day, { month: 'short', day: 'numeric', year: 'numeric' });

/** "November 21, 2026" */
export const longDay = (day: string): string =>
  written(day, { month: 'long', day: 'numeric', year: 'numeric' });

/** "November 2026" */
export const monthWords = (day: string): string => written(day, { month: 'long', year: 'numeric' });

/** As `private.day_text`: "Nov 21", and the year where it is another one. */
export const dayText = (day: string): string =>
  day.startsWith(String(new Date().getFullYear()))
    ? written(day, { month: 'short', day: 'numeric' })
    : dayWords(day);

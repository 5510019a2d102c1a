/** In which order an agency types dates: month, day and year, as their first letters. */
export type DateOrder = 'mdy' | 'dmy' | 'ymd';

/** How the order in which a language writes dates is read: `de-DE` is `dmy`. @param language BCP 47; an unknown one is `mdy` */
export function dateOrderIn(language: string): DateOrder {
  try {
    const order = new Intl.DateTimeFormat(language, { calendar: 'gregory' })
      .formatToParts(0)
      .map(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? type.charAt(0) : ''))
      .join('');
    // No language writes the year first and the day before the month.
    return order === 'dmy' || order === 'ymd' ? order : 'mdy';
  } catch {
    return 'mdy';
  }
}

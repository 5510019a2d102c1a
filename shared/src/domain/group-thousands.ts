/** `5,000`. For texts made while the app starts: the browser's own number and date formats cost a phone tens of milliseconds there. */
export const groupThousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

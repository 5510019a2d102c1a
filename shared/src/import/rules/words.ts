/** How programs shorten the words of their columns. */
const SHORT: Readonly<Record<string, string>> = {
  amt: 'amount',
  comm: 'commission',
  conf: 'confirmation',
  cust: 'customer',
  curr: 'currency',
  dep: 'departure',
  depart: 'departure',
  dt: 'date',
  inv: 'invoice',
  n: 'number',
  nbr: 'number',
  no: 'number',
  nr: 'number',
  num: 'number',
  numero: 'number',
  nummer: 'number',
  pax: 'passenger',
  pct: 'percent',
  prov: 'provision',
  provv: 'provvigione',
  com: 'commission',
  ref: 'reference',
  res: 'reservation',
  ret: 'return',
  stat: 'status',
  bkg: 'booking',
  bkd: 'booked',
  supp: 'supplier',
  komm: 'kommission',
  tot: 'total',
};

/** Small letters without accents; everything else a space. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a name in full, without what tells nothing apart: `Comm. %` is `commission percent`, `Conf #` is `confirmation number`. */
export const words = (header: string): string =>
  plainWords(
    header
      .replace(/%/g, ' percent ')
      .replace(/#/g, ' number ')
      .replace(/\p{Sc}/gu, ' amount ')
      // `bookingRef`
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
  )
    .split(' ')
    .map((word) => SHORT[word] ?? word)
    .join(' ');

/** What a record says of a key of the file's own, whatever it is called (`constructor`). */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

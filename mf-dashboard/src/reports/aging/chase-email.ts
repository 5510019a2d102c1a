import { formatDate, formatMoneyExact, plural, type IsoDate } from '@paperplane/shared/domain';
import type { OverdueBooking, VendorAging } from './aging';

/** What an e-mail consists of. */
export interface Email {
  to: string;
  subject: string;
  body: string;
}

interface Asking {
  vendor: Pick<VendorAging, 'email' | 'count' | 'amount'>;
  /** The longest overdue first; perhaps not all of them. */
  bookings: readonly Pick<OverdueBooking, 'bookingReference' | 'customer' | 'dueOn' | 'expected'>[];
  currency: string;
  /** Who asks, and for which agency. */
  from: { name: string; agency: string };
  /** When it was asked for the first time, of a follow-up. */
  askedOn?: IsoDate;
}

/** Asks a vendor for the commission it owes, booking by booking: reference, customer, due day, amount. */
export function chaseEmail({ vendor, bookings, currency, from, askedOn }: Asking): Email {
  const money = (amount: number) => formatMoneyExact(amount, currency);
  const unlisted = vendor.count - bookings.length;
  const lines = bookings.map(
    ({ bookingReference, customer, dueOn, expected }) =>
      `${bookingReference}, ${customer}, due ${formatDate(dueOn)}: ${money(expected)}`,
  );
  if (unlisted > 0) lines.push(`and ${plural(unlisted, 'more booking')}`);
  return {
    to: vendor.email ?? '',
    subject: `${askedOn ? 'Still open: commission' : 'Open commission'} on ${plural(vendor.count, 'booking')}, ${money(vendor.amount)}`,
    body: [
      'Hello,',
      askedOn
        ? `on ${formatDate(askedOn)} we asked you for commission. On these bookings we have not received it:`
        : 'we have not received commission on these bookings:',
      lines.join('\n'),
      `Total: ${money(vendor.amount)} ${currency}`,
      'Could you tell us when it was paid, or when we can expect it?',
      `${from.name}\n${from.agency}`,
    ].join('\n\n'),
  };
}

/** What every mail program and system takes as an address; longer ones are cut or refused. */
const LONGEST = 1900;

/** The e-mail as an address that opens the reader's mail program; without the message where it is too long for one. */
export function mailtoHref({ to, subject, body }: Email): { href: string; hasBody: boolean } {
  const start = `mailto:${encodeURIComponent(to.trim()).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`;
  // Lines of a mail end with CR LF (RFC 6068).
  const href = `${start}&body=${encodeURIComponent(body.replace(/\r?\n/g, '\r\n'))}`;
  return href.length <= LONGEST ? { href, hasBody: true } : { href: start, hasBody: false };
}

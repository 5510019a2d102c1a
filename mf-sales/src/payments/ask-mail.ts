import { formatDate, formatMoneyExact, type IsoDate } from '@paperplane/shared/domain';

interface Asking {
  to: string;
  firstName: string;
  reference: string | null;
  /** In major units. */
  open: number;
  currency: string;
  /** Null where no day was agreed. */
  dueOn: IsoDate | null;
  from: { name: string; agency: string };
}

/** An address that opens the reader's mail program with the words of a friendly request: nothing is sent before they send it. */
export function askMail({ to, firstName, reference, open, currency, dueOn, from }: Asking): string {
  const amount = formatMoneyExact(open, currency);
  const booking = reference ? `your booking ${reference}` : 'your booking';
  const body = [
    `Dear ${firstName},`,
    `${amount} of ${booking} ${dueOn ? `is due on ${formatDate(dueOn)}` : 'is still open'}.`,
    'Could you tell us when we can expect it?',
    `${from.name}\n${from.agency}`,
  ].join('\n\n');
  const address = encodeURIComponent(to.trim()).replaceAll('%40', '@');
  const subject = encodeURIComponent(`Payment for ${booking}`);
  // Lines of a mail end with CR LF (RFC 6068).
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
}

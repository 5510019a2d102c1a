import { formatDate, formatDay, plural, pluralWord, type IsoDate } from '@paperplane/shared/domain';
import { failureText, type PayoutFailure } from '@paperplane/shared/words';

/** What the words of a notification name. Each code has those that its words use. */
export interface NotificationParams {
  /** Who did it. */
  by: string;
  count: number;
  /** Who wrote a mail: a vendor, or an address. */
  sender: string;
  role: string;
  vendor: string;
  agency: string;
  /** The sale it is about; a customer who cannot be named is null, and none is told to whoever may not know. */
  sale: { reference: string | null; customer?: string | null };
  /** The type of a record: `sales`. */
  record: string;
  /** The name of a document. */
  title: string;
  days: number;
  on: IsoDate;
  from: IsoDate;
  /** Null: nothing. */
  to: IsoDate | null;
  reason: string;
  /** The same as `reason`, which was all there was before. */
  failure?: PayoutFailure;
  /** The name of a payout. */
  payout: string;
  planned_on: IsoDate;
  amount: number;
  currency: string;
  what: string;
  /** Of sums of reports, or of what a customer pays. */
  kind: string;
  months: IsoDate[];
  /** What a bank's connection is called. */
  connection: string;
  /** Browser and system. */
  device: string;
  time_zone: string | null;
  /** Of an e-mail, whom it was for, and what the mail service said of it. */
  subject: string;
  address: string;
  said: string | null;
  /** Of an endpoint of webhooks, and of an event. */
  host: string;
  event: string;
}

const saleWords = ({ reference, customer }: NotificationParams['sale']): string =>
  ['sale', reference, customer !== undefined && `for ${customer ?? 'Unknown'}`].filter(Boolean).join(' ');

const amountWords = ({ amount, currency }: NotificationParams): string =>
  `${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;

const noun = (record: string): string => record.slice(0, -1);
const someSales = (count: number): string => (count === 1 ? 'a sale' : plural(count, 'sale'));

function whenWords(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

const month = (day: IsoDate): string => formatDate(day).replace(/ \d+,/, '');

const REPORTS: Readonly<Record<string, string>> = {
  'sale.sale': 'sales by sale date',
  'sale.travel': 'sales by travel date',
  'commission.sale': 'commissions by sale date',
  'commission.due': 'commissions by due date',
  'commission.received': 'commissions by the day received',
};

function mendedWords({ kind, months }: NotificationParams): string {
  const [first = '', last = first] = [months[0], months.at(-1)];
  const span = months.length > 1 ? `${month(first)} to ${month(last)}` : month(first);
  const reports = REPORTS[kind] ?? 'payments to agents';
  return `Sums of reports of ${reports} were wrong for ${plural(months.length, 'month')} (${span}) and were added up again. Reports that were opened or exported before may differ.`;
}

const notReached = ({ address, said }: NotificationParams): string =>
  `did not reach ${address}${said ? `: ${said}` : ''}.`;

const DISCLOSED: Readonly<Record<string, string>> = {
  passport: 'passport numbers',
  payment_file: 'payment files',
  audit_log: 'exports of the audit log',
  tax_number: 'tax numbers',
  tax_file: 'tax files',
};

/** What each code of a notification says (docs/product/notifications.md). */
const WORDS: Readonly<Record<string, (params: NotificationParams) => string>> = {
  sale_assigned: ({ by }) => `${by} assigned you a sale.`,
  sale_cancelled: ({ by }) => `${by} cancelled your sale.`,
  sales_recorded: ({ by, count }) => `${by} recorded ${someSales(count)}.`,
  sales_paid: ({ by, count }) => `${by} marked ${someSales(count)} as paid by the customer.`,
  payment_due: ({ kind, sale, on }) =>
    `The ${kind === 'deposit' ? 'deposit' : 'final payment'} on the ${saleWords(sale)} is due ${formatDate(on)}.`,
  sales_imported: ({ by, count }) => `${by} imported ${plural(count, 'sale')}.`,
  sales_imported_for_you: ({ by, count }) => `${by} imported ${plural(count, 'sale')} for you.`,
  vendor_paid: ({ vendor, sale }) => `${vendor} paid the commission on the ${saleWords(sale)}.`,
  customer_paid: ({ sale }) => `The customer paid the ${saleWords(sale)}. Your commission can be paid.`,
  funds_received: ({ sale }) => `Your commission on the ${saleWords(sale)} is marked as funds received.`,
  payment_recorded: ({ sale }) => `Your payout for the ${saleWords(sale)} was recorded.`,
  commission_recalled: ({ sale }) =>
    `Commission on the ${saleWords(sale)} was taken back by the vendor. Your next payout says how much.`,
  payout_paid: (params) =>
    `You were paid ${amountWords(params)} with the ${params.payout} payout. Your statement is there.`,
  statement_there: ({ payout }) => `Your statement of the ${payout} payout is there.`,
  payout_not_paid: ({ payout, planned_on: on, reason, failure }) =>
    `The ${payout} payout, planned for ${formatDay(on)}, was not paid: ${failureText(failure, reason)}`,
  payout_handed_over: ({ by, payout }) =>
    `${by} handed the ${payout} payout over to you: look at it and approve it.`,
  payment_voided: (params) =>
    `Your payment of ${amountWords(params)} ${params.payout ? `with the ${params.payout} payout` : `for the ${saleWords(params.sale)}`} came back and was voided.`,
  deposits_found: ({ count }) =>
    count === 1
      ? 'An unclaimed deposit has found its sale.'
      : `${plural(count, 'unclaimed deposit')} have found their ${pluralWord(count, 'sale')}.`,
  bank_connection_expires: ({ connection, days }) =>
    `The connection with ${connection} expires in ${plural(days, 'day')}. Renew it, so that lines go on coming.`,
  bank_connection_expired: ({ connection }) =>
    `The connection with ${connection} has expired. Renew it, so that lines come again.`,
  webhook_switched_off: ({ host }) =>
    `The endpoint ${host} was switched off: it has taken nothing for three days. What waits for it is kept for 30 days.`,
  webhook_given_up: ({ host, event }) =>
    `${host} did not take an event of type ${event} within three days. Resend it from Webhooks.`,
  books_reopened: ({ by, from, to, reason }) =>
    `${by} reopened the books: they were closed through ${formatDate(from)}, now ${to ? `through ${formatDate(to)}` : 'nothing is closed'}. ${reason}`,
  report_totals_mended: mendedWords,
  ownership_transferred: ({ by }) => `${by} transferred the ownership to you.`,
  role_given: ({ by, role }) => `${by} made you an ${role}.`,
  new_device: (params) =>
    `${params.device} signed in to your account${params.time_zone ? `, in the time zone ${params.time_zone}` : ''}.`,
  signed_out_by_owner: ({ by }) => `${by} signed you out on all your devices.`,
  invitation_accepted: ({ by, role }) => `${by} accepted your invitation and joined as ${role}.`,
  much_disclosed: ({ by, count, what }) =>
    `${by} asked for ${count} ${DISCLOSED[what] ?? what} within 24 hours.`,
  bank_details_changed: ({ by }) => `${by} changed where payouts go.`,
  payout_account_changed: ({ by }) => `${by} changed the account that payouts are paid from.`,
  tax_details_asked: ({ by }) => `${by} asks for your tax details.`,
  tax_details_written: ({ by }) => `${by} wrote down your tax details.`,
  second_factor_asked: ({ by }) => `${by} asks you to set up a second factor.`,
  mentioned: ({ by, record }) => `${by} mentioned you on a ${noun(record)}.`,
  replied: ({ by, record }) => `${by} replied on a ${noun(record)}.`,
  chase_undelivered: (params) => `Your e-mail to ${params.vendor} ${notReached(params)}`,
  mail_undelivered: (params) => `“${params.subject}” ${notReached(params)}`,
  asked_to_read: ({ by, title }) => `${by} asks you to read “${title}”.`,
  document_refused: ({ title }) => `The file of “${title}” was refused: it does not hold what it says.`,
  document_waits: ({ title }) =>
    `The file of “${title}” waits to be checked. Others see it as soon as it was.`,
  mail_waits: ({ sender }) => `Mail from ${sender} waits: is it a vendor?`,
  statements_came: ({ vendor, count }) =>
    `${vendor} sent ${count === 1 ? 'a statement' : plural(count, 'statement')}.`,
  mail_not_read: ({ sender }) => `A mail from ${sender} could not be read in full.`,
  agency_deletion_asked: ({ by, agency, on }) =>
    `${by} asked to delete ${agency} on ${formatDate(on)}. Owners can change their mind until then.`,
  agency_deletion_withdrawn: ({ by, agency }) => `${by} keeps ${agency}: it is not deleted.`,
  agency_deletion_near: ({ agency, on }) =>
    `${agency} is deleted on ${formatDate(on)}. Owners can change their mind until then.`,
  agency_export_ready: () => 'Your agency is ready to be downloaded, for seven days.',
  agency_export_failed: () => 'Your agency could not be written to files. Start it again.',
  document_expires: ({ title, days, on }) => `“${title}” expires ${whenWords(days)}, on ${formatDate(on)}.`,
};

/** The codes that have words. */
export const NOTIFICATION_CODES = Object.keys(WORDS);

/**
 * What a notification says.
 * @param message as the database wrote it: of a code that this version does not know, or of before there were codes
 */
export function notificationText({
  code,
  params,
  message,
}: {
  code: string | null;
  params: unknown;
  message: string;
}): string {
  const words = code === null ? undefined : WORDS[code];
  return words ? words(params as NotificationParams) : message;
}

import { formatCount, formatMoneyExact, plural, statusLabel } from '../domain';
import { paths } from '@paperplane/shared/platform';
import type { AddedSale, ImportBatch, Skip, Undone } from './import-api';
import type { ImportKind } from './rules/fields';
import type { RowError } from './rules/read-row';

/** What the kinds of import are called, and where they belong. */
export const KINDS: Readonly<
  Record<ImportKind, { title: string; noun: string; back: { to: string; label: string } }>
> = {
  customers: {
    title: 'Import customers',
    noun: 'customer',
    back: { to: paths.customers.href(), label: 'Customers' },
  },
  vendors: { title: 'Import vendors', noun: 'vendor', back: { to: paths.vendors.href(), label: 'Vendors' } },
  sales: { title: 'Import sales', noun: 'sale', back: { to: paths.sales.href(), label: 'Sales' } },
};

/** An import whose page was closed never ends; after this long without a row it counts as stopped. Milliseconds. */
const SILENCE = 60_000;

/** How an import ended, in a word or two. */
export function batchState(batch: ImportBatch, now = Date.now()): string {
  if (batch.status === 'done') return 'Done';
  if (batch.status === 'cancelled') return 'Cancelled';
  if (batch.status === 'undone') return `Undone, ${formatCount(batch.removed)} removed`;
  return now - Date.parse(batch.updatedAt) > SILENCE ? 'Stopped' : 'Running';
}

const SKIPPED: Readonly<Record<Skip['reason'], string>> = {
  file: 'Imported from this file before.',
  email: 'Somebody has this email address already.',
  phone: 'Somebody has this name and phone number already.',
  name: 'There is a vendor of this name already.',
  booking: 'This booking is there already.',
};

/** Why a row is skipped, and what it is the same as: `This booking is there already. The same as row 3.` */
export function alreadyThere({ reason, twin }: Skip): string {
  const same =
    twin.row === undefined
      ? [twin.name, twin.detail].filter(Boolean).join(', ')
      : `row ${formatCount(twin.row)}`;
  return `${SKIPPED[reason]} The same as ${same}.`;
}

/** `Email: Enter a full email address.`; without a field it is about the row. */
export const problemText = ({ field, message }: RowError): string =>
  field ? `${field}: ${message}` : message;

/** What a row of a sale becomes: `Vera Lind (new customer), Nile Boats. 3 lines, $900.00. Paid, commission $120.00 agent paid.` */
export function saleText(sale: AddedSale, currency: string): string {
  const made = (what: 'customer' | 'vendor') => (sale.makes.includes(what) ? ` (new ${what})` : '');
  const commission = `commission ${formatMoneyExact(sale.commissionAmount, currency)} ${statusLabel(sale.commissionStatus).toLowerCase()}`;
  const lines =
    sale.lines > 0 ? ` ${plural(sale.lines, 'line')}, ${formatMoneyExact(sale.totalAmount, currency)}.` : '';
  return `${sale.customer}${made('customer')}, ${sale.vendor}${made('vendor')}.${lines} ${statusLabel(sale.status)}, ${commission}. Agent: ${sale.agent}.`;
}

/** `2 customers and 1 vendor`: who is made with sales; empty for nobody. */
export function madeWith(adds: readonly AddedSale[]): string {
  return (['customer', 'vendor'] as const)
    .map((what) => [what, adds.filter(({ makes }) => makes.includes(what)).length] as const)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => plural(count, `new ${what}`))
    .join(' and ');
}

/** `9,800 added, 12 already there, 200 not imported`; what is none is not mentioned. */
export function outcome({
  added,
  skipped,
  failed,
}: Pick<ImportBatch, 'added' | 'skipped' | 'failed'>): string {
  return [
    `${formatCount(added)} added`,
    ...(skipped > 0 ? [`${formatCount(skipped)} already there`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} not imported`] : []),
  ].join(', ');
}

const CHANGED = 'somebody has used or edited them since';
const KEPT: Readonly<Record<Undone['kept'][number]['reason'], string>> = {
  used: CHANGED,
  edited: CHANGED,
  closed: 'they are in closed books',
};

/** `4 stayed because they are in closed books: IM-1, IM-2, IM-3 and others.`; undefined where nothing did. */
export function stayed({ kept, keptCount }: Pick<Undone, 'kept' | 'keptCount'>): string | undefined {
  if (keptCount === 0) return undefined;
  const reasons = new Set(kept.map(({ reason }) => KEPT[reason]));
  const names = kept.slice(0, 3).map(({ name }) => name);
  return `${formatCount(keptCount)} stayed because ${[...reasons].join(', or ')}: ${names.join(', ')}${keptCount > 3 ? ' and others' : ''}.`;
}

/** `1 row` and so on. */
export const rows = (count: number): string => plural(count, 'row');

import { formatCount, plural } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import type { ImportBatch, RowsAnswer } from './import-api';
import type { ImportKind } from './rules/fields';

/** What the two kinds of import are called, and where they belong. */
export const KINDS: Readonly<
  Record<ImportKind, { title: string; noun: string; back: { to: string; label: string } }>
> = {
  customers: {
    title: 'Import customers',
    noun: 'customer',
    back: { to: paths.customers.href(), label: 'Customers' },
  },
  vendors: { title: 'Import vendors', noun: 'vendor', back: { to: paths.vendors.href(), label: 'Vendors' } },
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

/** Why a row was skipped. */
export const SKIPPED: Readonly<Record<RowsAnswer['skips'][number]['reason'], string>> = {
  file: 'Imported from this file before.',
  email: 'Somebody has this email address already.',
  phone: 'Somebody has this name and phone number already.',
  name: 'There is a vendor of this name already.',
};

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

/** `1 row` and so on. */
export const rows = (count: number): string => plural(count, 'row');

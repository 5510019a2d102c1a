import type { contract } from '@paperplane/shared/contract';
import { displayName, type PersonName } from '@paperplane/shared/domain';
import type { AnswerOf, Db } from '@paperplane/shared/platform';
import type { RecordType } from '../document';

/** A row of their lists: a vendor, a customer, a sale or a commission. */
export type FoundRecord =
  | { id: string; name: string }
  | (PersonName & { id: string })
  | AnswerOf<typeof contract, 'list_sales' | 'list_commissions'>['rows'][number];

/** What is looked for. */
export interface WantedRecord {
  type: RecordType;
  search: string;
}

/** Offered at once; more is a reason to type. */
const OPTIONS = 10;

/** What a record is called. */
export function labelOf(row: FoundRecord): string {
  if ('name' in row) return row.name;
  if (!('customer' in row)) return displayName(row);
  return [row.bookingReference, displayName(row.customer, '')].filter(Boolean).join(', ');
}

/** Asks for records of a kind that the reader may see, by what was typed: for the first page of their list. */
export const findRecords =
  ({ type, search }: WantedRecord) =>
  (db: Db) => {
    const page = { page_size: OPTIONS, page: 1 };
    const text = search || undefined;
    return {
      customers: () => db.rpc('list_customers', { ...page, search: text }),
      vendors: () => db.rpc('list_vendors', { ...page, search: text }),
      sales: () => db.rpc('list_sales', { ...page, customer_search: text }),
      commissions: () => db.rpc('list_commissions', { ...page, search: text }),
    }[type]();
  };

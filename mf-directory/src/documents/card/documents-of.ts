import type { RecordRef } from '@paperplane/shared/platform';
import type { RecordType } from '../document';

/** Kinds of records, as their tables call them. */
const TABLES = {
  sale: 'sales',
  customer: 'customers',
  commission: 'commissions',
  vendor: 'vendors',
} as const satisfies Record<RecordRef['type'], RecordType>;

/** What is asked for of a record; the card and its loader ask the same. */
export const documentsOf = ({ type, id }: RecordRef) => ({ type: TABLES[type], id });

import type { Db } from '@paperplane/shared/platform';
import type { RecordType } from '../document';

export interface FoundRow {
  id: string;
  label: string;
}

/** Offered at once; more is a reason to type. */
const OPTIONS = 10;

interface NamedRow {
  id: string;
  name?: string;
  first_name?: string;
  last_name?: string;
  booking_reference?: string | null;
  customer?: { first_name: string; last_name: string } | null;
}

const nameOf = ({ name, first_name, last_name, booking_reference, customer }: NamedRow): string => {
  if (name) return name;
  if (first_name) return `${first_name} ${last_name ?? ''}`;
  const payer = customer ? `${customer.first_name} ${customer.last_name}` : '';
  return [booking_reference, payer].filter(Boolean).join(', ');
};

/** Records of a kind that the reader may see, by what was typed: the answer of their lists, as names. */
export async function findRecords(db: Db, { type, search }: { type: RecordType; search: string }) {
  const page = { page_size: OPTIONS, page: 1 };
  const text = search || undefined;
  const answer = await {
    customers: () => db.rpc('list_customers', { ...page, search: text }),
    vendors: () => db.rpc('list_vendors', { ...page, search: text }),
    sales: () => db.rpc('list_sales', { ...page, customer_search: text }),
    commissions: () => db.rpc('list_commissions', { ...page, search: text }),
  }[type]();
  const { rows = [] } = (answer.data ?? {}) as { rows?: NamedRow[] };
  return { ...answer, data: { rows: rows.map((row): FoundRow => ({ id: row.id, label: nameOf(row) })) } };
}

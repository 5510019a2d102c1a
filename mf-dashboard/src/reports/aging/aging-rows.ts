import { sumAmounts, toOwed, type IsoDate, type OwedRow } from '@paperplane/shared/domain';
import { logoSrc } from '@paperplane/shared/platform';
import { AGES, BUCKETS, UNDATED, type Age, type Aging, type VendorAging } from './aging';

type Bucket = Age | typeof UNDATED;

export interface AgingRow extends Omit<OwedRow, 'count' | 'amount'> {
  today: IsoDate;
  books_closed_through?: IsoDate | null;
  buckets: { bucket: Bucket; count: number; amount: number; agents_paid: number }[];
  vendors: (Pick<OwedRow, 'agents_paid' | 'paid_short'> & {
    vendor: { id: string; name: string; email: string | null; logo_url: string | null };
    count: number;
    amount: number;
    oldest_due_on: IsoDate | null;
    buckets: Record<Bucket, number>;
    deposit_waits: boolean;
    asked_on: IsoDate | null;
  })[];
}

const toVendor = (row: AgingRow['vendors'][number]): VendorAging => ({
  id: row.vendor.id,
  name: row.vendor.name,
  email: row.vendor.email,
  logoUrl: logoSrc(row.vendor.logo_url),
  count: row.count,
  amount: row.amount,
  oldestDueOn: row.oldest_due_on,
  buckets: row.buckets,
  agentsPaid: row.agents_paid.amount,
  depositWaits: row.deposit_waits,
  askedOn: row.asked_on,
});

/** What run_report answers of aging, as the page reads it. */
export function toAging({ today, books_closed_through, buckets, vendors, ...beside }: AgingRow): Aging {
  const of = (name: Bucket) => buckets.find(({ bucket }) => bucket === name);
  const amounts = Object.fromEntries(AGES.map((name) => [name, of(name)?.amount ?? 0]));
  const paid = Object.fromEntries(AGES.map((name) => [name, of(name)?.agents_paid ?? 0]));
  const owed = BUCKETS.flatMap((name) => of(name) ?? []);
  return {
    today,
    amounts: amounts as Record<Age, number>,
    paidAmounts: paid as Record<Age, number>,
    owed: toOwed({
      ...beside,
      count: owed.reduce((sum, { count }) => sum + count, 0),
      // Four figures of the database, each exact to the cent: no sum over rows.
      amount: sumAmounts(owed),
    }),
    undated: { count: of(UNDATED)?.count ?? 0, amount: of(UNDATED)?.amount ?? 0 },
    vendors: vendors.map(toVendor),
    count: vendors.filter(({ count }) => count > 0).length,
    booksClosedThrough: books_closed_through ?? null,
  };
}

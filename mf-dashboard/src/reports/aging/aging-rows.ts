import type { IsoDate } from '@paperplane/shared/domain';
import { logoSrc } from '@paperplane/shared/platform';
import { AGES, BUCKETS, type Age, type Aging, type VendorAging } from './aging';

export interface AgingRow {
  today: IsoDate;
  buckets: { bucket: Age; count: number; amount: number }[];
  vendors: {
    vendor: { id: string; name: string; email: string | null; logo_url: string | null };
    count: number;
    amount: number;
    oldest_due_on: IsoDate | null;
    buckets: Record<Age, number>;
    deposit_waits: boolean;
    asked_on: IsoDate | null;
  }[];
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
  depositWaits: row.deposit_waits,
  askedOn: row.asked_on,
});

/** What run_report answers of aging, as the page reads it. */
export function toAging({ today, buckets, vendors }: AgingRow): Aging {
  const of = (name: Age) => buckets.find(({ bucket }) => bucket === name);
  const amounts = Object.fromEntries(AGES.map((name) => [name, of(name)?.amount ?? 0]));
  // Four figures of the database, each exact to the cent: no sum over rows.
  const cents = BUCKETS.reduce((sum, name) => sum + Math.round((of(name)?.amount ?? 0) * 100), 0);
  return {
    today,
    amounts: amounts as Record<Age, number>,
    amount: cents / 100,
    overdue: BUCKETS.reduce((sum, name) => sum + (of(name)?.count ?? 0), 0),
    vendors: vendors.map(toVendor),
    count: vendors.filter(({ count }) => count > 0).length,
  };
}

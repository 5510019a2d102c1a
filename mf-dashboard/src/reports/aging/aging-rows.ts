import { sumAmounts } from '@paperplane/shared/domain';
import { logoSrc } from '@paperplane/shared/platform';
import type { AgingAnswer } from '../report';
import { AGES, BUCKETS, UNDATED, type Age, type Aging, type VendorAging } from './aging';

const toVendor = ({ vendor, agentsPaid, ...row }: AgingAnswer['vendors'][number]): VendorAging => ({
  ...row,
  ...vendor,
  logoUrl: logoSrc(vendor.logoUrl),
  agentsPaid: agentsPaid.amount,
});

/** What run_report answers of aging, as the page reads it. */
export function toAging({ today, booksClosedThrough, buckets, vendors, ...beside }: AgingAnswer): Aging {
  const of = (name: Age | typeof UNDATED) => buckets.find(({ bucket }) => bucket === name);
  const amounts = Object.fromEntries(AGES.map((name) => [name, of(name)?.amount ?? 0]));
  const paid = Object.fromEntries(AGES.map((name) => [name, of(name)?.agentsPaid ?? 0]));
  const owed = BUCKETS.flatMap((name) => of(name) ?? []);
  return {
    today,
    amounts: amounts as Record<Age, number>,
    paidAmounts: paid as Record<Age, number>,
    owed: {
      ...beside,
      count: owed.reduce((sum, { count }) => sum + count, 0),
      // Four figures of the database, each exact to the cent: no sum over rows.
      amount: sumAmounts(owed),
    },
    undated: { count: of(UNDATED)?.count ?? 0, amount: of(UNDATED)?.amount ?? 0 },
    vendors: vendors.map(toVendor),
    count: vendors.filter(({ count }) => count > 0).length,
    booksClosedThrough,
  };
}

import { formatPercent, formatShortDate } from '@paperplane/shared/domain';
import { Card } from '@paperplane/shared/ui';
import type { Agreement, Terms } from './terms-api';
import { restText, SPLIT_CATEGORIES } from './terms-words';

interface SplitTableProps {
  agreement: Agreement;
  now: Terms;
  /** What comes, and from which day on. */
  next: { terms: Terms; from: string } | null;
  vendors: ReadonlyMap<string, string>;
}

interface Row {
  key: string;
  label: string;
  /** Of who is not named now: null. */
  now: number | null;
  next: number | null;
}

/** Everybody that now or next is named, with both splits. */
function rowsOf(
  keys: readonly string[],
  labelOf: (key: string) => string,
  splitIn: (terms: Terms, key: string) => number | undefined,
  now: Terms,
  next: Terms | undefined,
): Row[] {
  return keys
    .map((key) => ({
      key,
      label: labelOf(key),
      now: splitIn(now, key) ?? null,
      next: (next && splitIn(next, key)) ?? null,
    }))
    .filter((row) => row.now !== null || row.next !== null);
}

/** Which split applies to what, in the order in which it is asked (docs/product/agreements.md, Which split applies). */
export function SplitTable({ agreement, now, next, vendors }: SplitTableProps) {
  const from = next && `From ${formatShortDate(next.from, agreement.today)}`;
  const byVendor = rowsOf(
    [...vendors.keys()],
    (id) => vendors.get(id) ?? id,
    (terms, id) => terms.vendorSplits.find((each) => each.vendorId === id)?.split,
    now,
    next?.terms,
  );
  const byCategory = rowsOf(
    Object.keys(SPLIT_CATEGORIES),
    (category) => SPLIT_CATEGORIES[category] ?? category,
    (terms, category) => terms.categorySplits.find((each) => each.category === category)?.split,
    now,
    next?.terms,
  );
  const rows = (title: string, list: readonly Row[]) =>
    list.length > 0 && (
      <tbody>
        <Heading title={title} wide={next !== null} />
        {list.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            <td className="r">{row.now === null ? restText(now) : <b>{formatPercent(row.now)}</b>}</td>
            {next && (
              <td className="r">
                <Next
                  from={row.now === null ? restText(now) : formatPercent(row.now)}
                  to={row.next === null ? restText(next.terms) : formatPercent(row.next)}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    );
  return (
    <Card
      title="Split"
      action={<span className="pp-muted pp-sm">The first that fits counts</span>}
      padded={false}
    >
      <table className="pp-table terms-splits" aria-label="Split">
        <thead>
          <tr>
            <th scope="col">Applies to</th>
            <th scope="col" className="r">
              Now
            </th>
            {from && (
              <th scope="col" className="r">
                {from}
              </th>
            )}
          </tr>
        </thead>
        {rows('Vendor', byVendor)}
        {rows('Category', byCategory)}
        <tbody>
          <Heading title="Everything else" wide={next !== null} />
          <tr>
            <th scope="row">{now.tiers ? 'By tier' : 'Default'}</th>
            <td className="r">
              <b>{formatPercent(agreement.split)}</b>
            </td>
            {next && (
              <td className="r">
                <Next from={restText(now)} to={restText(next.terms)} />
              </td>
            )}
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

const Heading = ({ title, wide }: { title: string; wide: boolean }) => (
  <tr className="terms-group">
    <th scope="colgroup" colSpan={wide ? 3 : 2}>
      {title}
    </th>
  </tr>
);

/** What it will be; a dash where nothing changes. */
const Next = ({ from, to }: { from: string; to: string }) =>
  from === to ? (
    <span className="pp-muted">–</span>
  ) : (
    <>
      <s>{from}</s> <span aria-hidden="true">→</span> <b>{to}</b>
    </>
  );

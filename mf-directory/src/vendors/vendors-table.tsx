import {
  formatCount,
  formatMoneyExact,
  formatPercent,
  NO_AMOUNT,
  plural,
  CATEGORY_LABELS,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Badge,
  ListTable,
  MediaObject,
  MobileListItem,
  Td,
  VendorLogo,
  type ListColumn,
  type MenuItem,
  type Sorting,
} from '@paperplane/shared/ui';
import { RowMenu } from '../parts/row-menu';
import { termsText, type VendorListItem } from './vendor';

interface VendorsTableProps {
  vendors: readonly VendorListItem[];
  sorting: Sorting;
  currency: string;
  itemsFor: (vendor: VendorListItem) => readonly MenuItem[];
}

/** Vendors nothing was sold with show a dash: a zero would read like a result. */
const revenue = ({ salesCount, totalAmount }: VendorListItem, currency: string) =>
  salesCount > 0 ? formatMoneyExact(totalAmount, currency) : NO_AMOUNT;

function Row({ vendor, currency, itemsFor }: { vendor: VendorListItem } & VendorsTableProps) {
  return (
    <tr className={vendor.isArchived ? 'is-off' : undefined}>
      <Td text>
        <MediaObject
          media={<VendorLogo vendor={vendor} size="md" />}
          name={
            <Link className="pp-tlink" to={paths.vendor.href(vendor.id)}>
              {vendor.name}
            </Link>
          }
          meta={
            <>
              {CATEGORY_LABELS[vendor.category]}
              {vendor.isArchived && ' · Archived'}
            </>
          }
        />
      </Td>
      <Td needs="medium" className="pp-muted">
        {termsText(vendor)}
      </Td>
      <Td numeric>{formatPercent(vendor.defaultCommissionRate)}</Td>
      <Td numeric>{vendor.salesCount > 0 ? formatCount(vendor.salesCount) : NO_AMOUNT}</Td>
      <Td numeric>
        <span className="amt">{revenue(vendor, currency)}</span>
      </Td>
      <Td className="directory-rowmenu">
        <RowMenu name={vendor.name} items={itemsFor(vendor)} />
      </Td>
    </tr>
  );
}

const COLUMNS: readonly ListColumn[] = [
  { label: 'Vendor', sort: 'name' },
  { label: 'Expected payment', needs: 'medium' },
  { label: 'Default rate', sort: 'defaultCommissionRate', first: 'desc', numeric: true },
  { label: 'Sales', sort: 'salesCount', first: 'desc', numeric: true },
  { label: 'Revenue', sort: 'totalAmount', first: 'desc', numeric: true },
  { label: 'Actions', unseen: true },
];

/** The vendors of one page: a table, and on a phone a two-line list of the same. */
export function VendorsTable(props: VendorsTableProps) {
  const { vendors, sorting, currency } = props;
  return (
    <ListTable
      label="Vendors"
      columns={COLUMNS}
      sorting={sorting}
      rows={vendors}
      row={(vendor) => <Row key={vendor.id} vendor={vendor} {...props} />}
      item={(vendor) => (
        <MobileListItem
          key={vendor.id}
          to={paths.vendor.href(vendor.id)}
          link={Link}
          media={<VendorLogo vendor={vendor} size="md" />}
          title={vendor.name}
          amount={revenue(vendor, currency)}
          meta={`${CATEGORY_LABELS[vendor.category]} · ${formatPercent(vendor.defaultCommissionRate)}`}
          pill={
            vendor.isArchived ? (
              <Badge>Archived</Badge>
            ) : (
              <small className="pp-muted pp-sm">{plural(vendor.salesCount, 'sale')}</small>
            )
          }
        />
      )}
    />
  );
}

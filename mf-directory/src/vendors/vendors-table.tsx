import {
  formatCount,
  formatMoney,
  formatPercent,
  NO_AMOUNT,
  plural,
  CATEGORY_LABELS,
} from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Badge,
  MobileList,
  MobileListItem,
  SortTh,
  Table,
  Td,
  Th,
  VendorLogo,
  MediaObject,
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
  salesCount > 0 ? formatMoney(totalAmount, { currency }) : NO_AMOUNT;

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

/** The vendors of one page: a table, and on a phone a two-line list of the same. */
export function VendorsTable(props: VendorsTableProps) {
  const { vendors, sorting, currency } = props;
  return (
    <>
      <Table
        label="Vendors"
        head={
          <>
            <SortTh column="name" sorting={sorting}>
              Vendor
            </SortTh>
            <Th needs="medium">Expected payment</Th>
            <SortTh column="defaultCommissionRate" first="desc" sorting={sorting} numeric>
              Default rate
            </SortTh>
            <SortTh column="salesCount" first="desc" sorting={sorting} numeric>
              Sales
            </SortTh>
            <SortTh column="totalAmount" first="desc" sorting={sorting} numeric>
              Revenue
            </SortTh>
            <Th>
              <span className="pp-sr">Actions</span>
            </Th>
          </>
        }
      >
        {vendors.map((vendor) => (
          <Row key={vendor.id} vendor={vendor} {...props} />
        ))}
      </Table>
      <MobileList label="Vendors">
        {vendors.map((vendor) => (
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
        ))}
      </MobileList>
    </>
  );
}

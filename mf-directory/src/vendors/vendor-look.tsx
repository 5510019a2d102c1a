import { formatPercent } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { VendorLogo, Who } from '@paperplane/shared/ui';
import type { ListLook } from '../parts/directory-list';
import type { VendorListItem } from '../vendors-api';
import { webHost } from '../parts/web-host';

/** How vendors show in a list. */
export const vendorLook: ListLook<VendorListItem> = {
  columns: [
    {
      head: 'Vendor',
      cell: (vendor) => (
        <Who
          media={<VendorLogo vendor={vendor} size="md" />}
          name={
            <Link className="pp-tlink" to={paths.vendor.href(vendor.id)}>
              {vendor.name}
            </Link>
          }
          meta={vendor.website && webHost(vendor.website)}
        />
      ),
    },
    { head: 'Email', needs: 'medium', cell: ({ email }) => email ?? <span className="pp-muted">–</span> },
    {
      head: 'Phone',
      cell: ({ phone }) =>
        phone ? <span className="pp-num">{phone}</span> : <span className="pp-muted">–</span>,
    },
    {
      head: 'Default rate',
      numeric: true,
      cell: ({ defaultCommissionRate }) => (
        <span className="pp-amt">{formatPercent(defaultCommissionRate)}</span>
      ),
    },
  ],
  row: (vendor) => ({
    to: paths.vendor.href(vendor.id),
    media: <VendorLogo vendor={vendor} size="md" />,
    title: vendor.name,
    amount: formatPercent(vendor.defaultCommissionRate),
    meta: vendor.email ?? vendor.phone ?? (vendor.website ? webHost(vendor.website) : 'No contact details'),
  }),
};

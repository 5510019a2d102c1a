import { displayName, formatCount, formatMoney, formatPercent } from '@paperplane/shared/domain';
import { paths, useCurrentUser, useParams } from '@paperplane/shared/platform';
import { VendorLogo } from '@paperplane/shared/ui';
import { ContactCard } from '../parts/contact-card';
import { NotesCard } from '../parts/notes-card';
import { RecordBody } from '../parts/record-body';
import { RecordFigures } from '../parts/record-figures';
import { RecordHead } from '../parts/record-head';
import { RecordGate } from '../parts/record-gate';
import { RelatedSales, type Party } from '../parts/related-sales';
import { useGetSalesOfQuery, useGetVendorTotalsQuery } from '../sales-of-api';
import { useGetVendorQuery } from '../vendors-api';

const back = { to: paths.vendors.href(), label: 'Vendors' };
const customer: Party = { head: 'Customer', of: ({ customerName }) => displayName(customerName) };

/** /vendors/:id (admins): contact, notes, totals and sales; three requests that leave together. */
export default function VendorPage() {
  const { id = '' } = useParams();
  const { currency } = useCurrentUser().organization;
  const query = useGetVendorQuery(id);
  const totals = useGetVendorTotalsQuery(id);
  const sales = useGetSalesOfQuery({ owner: 'vendor', id });
  const sums = totals.currentData;
  const money = (amount: number | undefined) =>
    amount === undefined ? undefined : formatMoney(amount, { currency });
  return (
    <RecordGate label="Vendor" back={back} query={query}>
      {(vendor) => (
        <>
          <RecordHead
            media={<VendorLogo vendor={vendor} size="lg" />}
            title={vendor.name}
            back={back}
            editTo={paths.vendorEdit.href(vendor.id)}
            saleFor={{ vendorId: vendor.id }}
          />
          <RecordBody
            figures={
              <RecordFigures
                label="Totals"
                error={totals.error}
                onRetry={() => void totals.refetch()}
                items={[
                  { label: 'Revenue', value: money(sums?.totalAmount) },
                  { label: 'Sales', value: sums && formatCount(sums.salesCount) },
                  { label: 'Commission', value: money(sums?.commissionAmount) },
                  { label: 'Default rate', value: formatPercent(vendor.defaultCommissionRate) },
                ]}
              />
            }
            side={
              <>
                <ContactCard email={vendor.email} phone={vendor.phone} website={vendor.website} />
                <NotesCard notes={vendor.notes} />
              </>
            }
          >
            <RelatedSales
              title="Sales"
              party={customer}
              emptyText="Bookings with this vendor appear here, newest first."
              currency={currency}
              query={sales}
            />
          </RecordBody>
        </>
      )}
    </RecordGate>
  );
}
